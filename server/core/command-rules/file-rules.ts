import { type CommandRule, optionsOf } from "./command-rule.ts";

const READS = { rest: "read" } as const;
const WRITES = { rest: "write" } as const;
const SUMS: CommandRule = { options: optionsOf("-b -t -z --tag"), positionals: READS };

/** Programs that look at files, and at the machine. */
export const FILE_RULES: Readonly<Record<string, CommandRule>> = {
  cp: { options: optionsOf("-n -p -v -u"), positionals: { rest: "read", last: "write" } },
  date: {
    options: optionsOf(
      "-u -R -I? -d=text -r=read --utc --iso-8601? --rfc-3339=text --date=text --reference=read",
    ),
    positionals: { first: "text" },
    textProblem: (text) =>
      text.startsWith("+") ? null : "only a format that begins with + is taken, as the clock is not set",
  },
  df: { options: optionsOf("-h -k -m -i -P --human-readable"), positionals: READS },
  du: {
    options: optionsOf(
      "-s -h -a -c -k -m -b -d=text --summarize --human-readable --all --total --max-depth=text --apparent-size",
    ),
    positionals: READS,
  },
  echo: { options: optionsOf("-n"), positionals: { rest: "text" } },
  file: {
    options: optionsOf("-b -i --brief --mime --mime-type --mime-encoding"),
    positionals: READS,
    environment: { HOME: "/nonexistent" },
  },
  find: {
    options: optionsOf(
      "-name=text -iname=text -path=text -ipath=text -type=text -size=text -mtime=text -mmin=text -newer=read -newermt=text -maxdepth=text -mindepth=text -perm=text -printf=text -empty -print -print0 -ls -prune -depth -not -a -o -and -or -xdev -true -false",
    ),
    positionals: READS,
    hasWordOptions: true,
    operators: ["!", "(", ")", ","],
    forced: ["-P"],
  },
  ls: {
    options: optionsOf(
      "-l -a -A -h -t -S -r -R -1 -d -F -i -n -s --all --almost-all --human-readable --reverse --recursive --full-time --time-style=text --color?",
    ),
    positionals: READS,
  },
  md5sum: SUMS,
  mkdir: { options: optionsOf("-p -v --parents"), positionals: WRITES },
  mv: { options: optionsOf("-n -v -u"), positionals: WRITES, makesLinks: true },
  // Names only: the arguments of other programs may hold secrets.
  ps: { options: optionsOf("-e -A --sort=text --no-headers") },
  sha1sum: SUMS,
  sha256sum: SUMS,
  sha512sum: SUMS,
  rm: { options: optionsOf("-f -v"), positionals: WRITES },
  stat: {
    options: optionsOf("-c=text -f -t --format=text --printf=text --file-system --terse"),
    positionals: READS,
  },
  tee: { options: optionsOf("-a --append"), positionals: WRITES },
  touch: { options: optionsOf("-c -m -d=text"), positionals: WRITES },
  uname: { options: optionsOf("-a -s -n -r -v -m -o --all") },
};
