import { type CommandRule, optionsOf } from "./command-rule.ts";

const READS = { rest: "read" } as const;
const MODULES = /(?<!\.)\b(import|include)\b/;

/** Programs that read texts. */
export const TEXT_RULES: Readonly<Record<string, CommandRule>> = {
  cat: { options: optionsOf("-n -b -s -A -E -T -v --number"), positionals: READS },
  cmp: { options: optionsOf("-s -l -b --silent"), positionals: READS, answers: [0, 1] },
  comm: { options: optionsOf("-1 -2 -3 --total --output-delimiter=text"), positionals: READS },
  cut: {
    options: optionsOf(
      "-d=text -f=text -c=text -b=text -s --complement --output-delimiter=text --delimiter=text --fields=text",
    ),
    positionals: READS,
  },
  diff: {
    options: optionsOf(
      "-u -U=text -r -q -N -i -w -b -B -a -c -s --brief --unified? --recursive --ignore-case --stat --strip-trailing-cr",
    ),
    positionals: READS,
    forced: ["--no-dereference"],
    answers: [0, 1],
  },
  grep: {
    options: optionsOf(
      "-i -v -n -c -l -L -o -w -x -E -F -G -r -h -H -s -q -a -I -e=text -f=read -m=text -A=text -B=text -C=text --count --include=text --exclude=text --exclude-dir=text --color? --ignore-case --fixed-strings --extended-regexp --only-matching --recursive --max-count=text --regexp=text",
    ),
    positionals: { first: "text", firstGivenBy: ["-e", "-f", "--regexp"], rest: "read" },
    answers: [0, 1],
  },
  head: {
    options: optionsOf("-n=text -c=text -q -v --lines=text --bytes=text"),
    positionals: READS,
  },
  jq: {
    options: optionsOf(
      "-r -c -n -s -S -e -j -a -R --raw-output --compact-output --null-input --slurp --sort-keys --exit-status --raw-input --tab",
    ),
    positionals: { first: "text", rest: "read" },
    // It reads a file of the home folder by itself.
    environment: { HOME: "/nonexistent" },
    textProblem: (text) =>
      MODULES.test(text) ? "jq filters that import or include files are refused" : null,
  },
  nl: { options: optionsOf("-b=text -w=text -s=text -n=text"), positionals: READS },
  paste: { options: optionsOf("-d=text -s --delimiters=text --serial"), positionals: READS },
  sed: {
    options: optionsOf("-n -E -r -s -e=text --quiet --regexp-extended --expression=text"),
    positionals: { first: "text", firstGivenBy: ["-e", "--expression"], rest: "read" },
    // Refuses the commands that run programs and that read or write files.
    forced: ["--sandbox"],
  },
  sort: {
    options: optionsOf(
      "-n -r -u -f -b -d -g -h -i -M -V -s -c -k=text -t=text --numeric-sort --reverse --unique --key=text --field-separator=text --human-numeric-sort --version-sort --ignore-case --stable --check?",
    ),
    positionals: READS,
    answers: [0, 1],
  },
  tail: {
    options: optionsOf("-n=text -c=text -q -v --lines=text --bytes=text"),
    positionals: READS,
  },
  tr: {
    options: optionsOf("-d -s -c -C --delete --squeeze-repeats --complement"),
    positionals: { rest: "text" },
  },
  uniq: {
    options: optionsOf("-c -d -u -i -f=text -s=text -w=text --count --repeated --unique --ignore-case"),
    // A second name would be written.
    positionals: { first: "read" },
  },
  wc: { options: optionsOf("-l -w -c -m -L --lines --words --bytes --chars"), positionals: READS },
};
