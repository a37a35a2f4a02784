/** What stands behind an option or in a place: nothing, a text, or a file that is read or written. */
export type ValueKind = "flag" | "optional" | "text" | "read" | "write";
export type FileUse = "read" | "write";
export type PlaceKind = "text" | FileUse;

type Positionals = {
  /** What the first one is; as the others when left out. */
  first?: PlaceKind;
  /** Options that take the place of the first one: `grep -e`. */
  firstGivenBy?: readonly string[];
  /** What the others are; none are taken when left out. */
  rest?: PlaceKind;
  /** What the last one is, when it is another kind than the others. */
  last?: PlaceKind;
};

/** What a known program may be given. Everything else is refused. */
export type CommandRule = {
  options: ReadonlyMap<string, ValueKind>;
  positionals?: Positionals;
  /** Its options are whole words (`find -name`): no clusters, and values may begin with "-". */
  hasWordOptions?: boolean;
  /** Words that may stand between word options: `!`, `(`. */
  operators?: readonly string[];
  /** `-20` for a count. */
  takesDigits?: boolean;
  /** One of these has to be there. */
  needsOneOf?: readonly string[];
  subcommands?: Readonly<Record<string, CommandRule>>;
  /** Put before everything that was given. */
  forced?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** Exit codes that are answers and no failures; only 0 when left out. */
  answers?: readonly number[];
  /** What a file is used for, when it depends on what else was given; "" stands for a place without an option. */
  fileUse?: (given: ReadonlySet<string>, option: string) => FileUse;
  /** It may leave links behind, which are looked at afterwards. */
  makesLinks?: boolean;
  /** What else is wrong with a text in a place, in words. */
  textProblem?: (text: string) => string | null;
};

const KINDS: Record<string, ValueKind> = {
  "": "flag",
  "?": "optional",
  "=text": "text",
  "=read": "read",
  "=write": "write",
};

/** Options as a line says them: `-i -e=text --color? -f=read`. */
export function optionsOf(line: string): ReadonlyMap<string, ValueKind> {
  return new Map(
    line.split(/\s+/).map((word) => {
      const found = /^(--?[\w-]+?)(\?|=\w+)?$/.exec(word);
      const kind = KINDS[found?.[2] ?? ""];
      if (!found?.[1] || !kind) throw new Error(`"${word}" describes no option`);
      return [found[1], kind];
    }),
  );
}

/** What a program is started with, and the files that these arguments name. */
export type JudgedArguments = {
  args: readonly string[];
  files: readonly NamedFile[];
  environment: Readonly<Record<string, string>>;
  answers: readonly number[];
  makesLinks: boolean;
  /** Of a program with subcommands, which are git's: what stands before the subcommand. */
  leading: readonly string[] | null;
};

export type NamedFile = { path: string; use: FileUse };
