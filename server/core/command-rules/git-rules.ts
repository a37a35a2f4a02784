import { type CommandRule, optionsOf } from "./command-rule.ts";

const LOG =
  "--oneline -n=text --max-count=text --skip=text --stat --since=text --until=text --after=text --before=text --author=text --grep=text --format=text --pretty? --all --branches --tags --graph --decorate? --name-only --name-status --numstat --shortstat --reverse --no-merges --merges --first-parent --date=text -S=text -G=text -i --follow --abbrev-commit";
const DIFF =
  "--stat --name-only --name-status --numstat --shortstat -p -U=text --unified=text --cached --staged -w -b -M -R --summary --no-renames --diff-filter=text --exit-code --quiet --no-prefix --word-diff?";
const WRITING = ["add", "commit", "init"];
const NAMES = { rest: "read" } as const;
// Neither a program of the settings, nor a look into a repository within this one.
const PLAIN = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=all"];

function sub(options: string, over: Partial<CommandRule> = {}): CommandRule {
  return { options: optionsOf(options), positionals: NAMES, ...over };
}

/**
 * Git on a repository that is there: nothing that goes to another one. Commands that could run a program by
 * the repository's own settings are not among them; a repository whose settings name one is refused besides.
 */
export const GIT_RULE: CommandRule = {
  options: optionsOf("-C=read"),
  fileUse: (given) => (WRITING.some((command) => given.has(command)) ? "write" : "read"),
  forced: [
    "--no-pager",
    "--no-optional-locks",
    ..."core.fsmonitor=false core.hooksPath=/dev/null core.pager=cat core.attributesFile=/dev/null core.excludesFile=/dev/null safe.bareRepository=explicit protocol.allow=never submodule.recurse=false gc.auto=0 maintenance.auto=false commit.gpgSign=false tag.gpgSign=false log.showSignature=false gpg.program=/bin/false gpg.openpgp.program=/bin/false gpg.x509.program=/bin/false gpg.ssh.program=/bin/false"
      .split(" ")
      .flatMap((setting) => ["-c", setting]),
  ],
  environment: {
    // Git finds no program to start, not even itself for a repository within this one.
    PATH: "/nonexistent",
    GIT_EXEC_PATH: "/nonexistent",
    // Programs that git starts find no settings in the run's folder.
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "/bin/false",
    GIT_EDITOR: "/bin/false",
    GIT_SEQUENCE_EDITOR: "/bin/false",
    GIT_PAGER: "cat",
    GIT_AUTHOR_NAME: "Stepwright",
    GIT_AUTHOR_EMAIL: "stepwright@localhost",
    GIT_COMMITTER_NAME: "Stepwright",
    GIT_COMMITTER_EMAIL: "stepwright@localhost",
  },
  subcommands: {
    add: sub("-A -u -n -v --all --update --dry-run --verbose"),
    blame: sub("-L=text -w -l -s -e --date=text --porcelain"),
    branch: sub(
      "-a -r -v --all --remotes --list --show-current --contains? --merged? --no-merged? --format=text --sort=text",
      {
        positionals: {},
      },
    ),
    "cat-file": sub("-p -t -s -e"),
    commit: sub("-m=text -a -q --message=text --all --quiet --allow-empty", {
      needsOneOf: ["-m", "--message"],
    }),
    describe: sub("--tags --always --long --dirty? --all --abbrev=text --match=text"),
    diff: sub(DIFF, { forced: PLAIN, answers: [0, 1] }),
    "for-each-ref": sub("--format=text --sort=text --count=text"),
    init: sub("-q -b=text --quiet --initial-branch=text", { positionals: {}, forced: ["--template="] }),
    log: sub(`${DIFF} ${LOG}`, { forced: PLAIN, takesDigits: true }),
    "ls-files": sub("-m -o -c -d -s -t --modified --others --cached --deleted --stage --exclude-standard"),
    "ls-tree": sub("-r -l -t -d --name-only --long --full-tree"),
    "rev-list": sub(
      "--count --all -n=text --max-count=text --since=text --until=text --author=text --reverse --no-merges --merges --first-parent",
    ),
    "rev-parse": sub("--short? --abbrev-ref? --verify --is-inside-work-tree --show-toplevel -q"),
    shortlog: sub("-s -n -e --summary --numbered --email --since=text --until=text --no-merges"),
    show: sub(`${DIFF} --oneline --format=text --pretty? --no-patch -s`, { forced: PLAIN }),
    "show-ref": sub("--heads --tags --head --hash? --abbrev?"),
    status: sub("-s -b --short --branch --porcelain? -u? --untracked-files? --ignored?", {
      forced: ["--ignore-submodules=all"],
    }),
    tag: sub("-l -n? --list --sort=text --contains? --points-at=text --format=text", {
      needsOneOf: ["-l", "--list"],
    }),
  },
};
