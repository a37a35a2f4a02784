import { type Result, err, ok } from "#server/core/result.ts";
import type { CommandRule, FileUse, ValueKind } from "./command-rule.ts";

/** Arguments told apart into options, files that options name, and places. */
export type ReadArguments = {
  /** As they are passed on. */
  args: readonly string[];
  given: ReadonlySet<string>;
  files: readonly { option: string; path: string; use: FileUse }[];
  places: readonly string[];
  /** The word where a program with subcommands ends its own options, and what stands behind it. */
  subcommand: { name: string; args: readonly string[] } | null;
};

type Asked = { program: string; rule: CommandRule; extra: readonly string[]; args: readonly string[] };

/** Reads them as the program itself does. An option that the rule does not know is refused. */
export function readArguments({ program, rule, extra, args }: Asked): Result<ReadArguments, string> {
  const passed: string[] = [];
  const given = new Set<string>();
  const files: { option: string; path: string; use: FileUse }[] = [];
  const places: string[] = [];
  let isBehindSeparator = false;

  const take = (option: string, kind: ValueKind, value: string) => {
    given.add(option);
    if (kind === "read" || kind === "write") files.push({ option, path: value, use: kind });
  };

  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (isBehindSeparator || !arg.startsWith("-")) {
      if (arg.startsWith("-")) return err(refusedPlace(program, arg));
      if (rule.subcommands) {
        const subcommand = { name: arg, args: args.slice(index + 1) };
        return ok({ args: passed, given, files, places, subcommand });
      }
      if (rule.hasWordOptions && given.size > 0 && !rule.operators?.includes(arg)) {
        return err(`${program} does not take "${arg}" behind its options. Put files and folders first.`);
      }
      if (!rule.operators?.includes(arg)) places.push(arg);
      else given.add(arg);
      passed.push(arg);
      continue;
    }
    if (arg === "--" && !rule.hasWordOptions && !rule.subcommands) {
      isBehindSeparator = true;
      passed.push(arg);
      continue;
    }
    const found = readOption(rule, extra, arg);
    if (found === null) return err(refusedOption(program, rule, extra, arg));
    passed.push(arg);
    for (const { option, kind, value } of found) {
      if (value !== null || kind === "flag" || kind === "optional") {
        take(option, kind, value ?? "");
        continue;
      }
      index += 1;
      const next = args[index];
      if (next === undefined) return err(`${program} needs a value behind "${option}".`);
      if (next.startsWith("-") && !rule.hasWordOptions) {
        const glued = option.startsWith("--") ? `${option}=${next}` : `${option}${next}`;
        return err(`The value "${next}" of "${option}" begins with "-". If it is meant, write "${glued}".`);
      }
      take(option, kind, next);
      passed.push(next);
    }
  }
  return ok({ args: passed, given, files, places, subcommand: null });
}

/** `value` is null when it has to stand in the next argument. */
type FoundOption = { option: string; kind: ValueKind; value: string | null };

function readOption(rule: CommandRule, extra: readonly string[], arg: string): FoundOption[] | null {
  const equals = arg.indexOf("=");
  const name = equals === -1 ? arg : arg.slice(0, equals);
  if (extra.includes(name)) return [{ option: name, kind: "optional", value: "" }];
  if (rule.hasWordOptions) {
    const kind = rule.options.get(arg);
    return kind === undefined ? null : [{ option: arg, kind, value: null }];
  }
  if (arg.startsWith("--")) {
    const kind = rule.options.get(name);
    if (kind === undefined || (kind === "flag" && equals !== -1)) return null;
    return [{ option: name, kind, value: equals === -1 ? null : arg.slice(equals + 1) }];
  }
  if (rule.takesDigits && /^-\d{1,9}$/.test(arg)) return [{ option: arg, kind: "flag", value: null }];
  return readCluster(rule, arg);
}

/** `-xvf archive.tar`, letter by letter. */
function readCluster(rule: CommandRule, arg: string): FoundOption[] | null {
  const found: FoundOption[] = [];
  for (let at = 1; at < arg.length; at += 1) {
    const option = `-${arg[at]}`;
    const kind = rule.options.get(option);
    if (kind === undefined) return null;
    if (kind === "flag") {
      found.push({ option, kind, value: null });
      continue;
    }
    const glued = arg.slice(at + 1);
    found.push({ option, kind, value: glued === "" ? null : glued });
    return found;
  }
  return found.length === 0 ? null : found;
}

function refusedPlace(program: string, arg: string): string {
  return `${program} does not take "${arg}": what begins with "-" is never a file or a text. Write "./${arg}" for a file of that name.`;
}

function refusedOption(program: string, rule: CommandRule, extra: readonly string[], arg: string): string {
  const known = [...rule.options].map(([name, kind]) =>
    kind === "flag" || kind === "optional" ? name : `${name} …`,
  );
  const allowed = [...known, ...extra];
  if (allowed.length === 0) return `${program} does not take the option "${arg}": it takes none.`;
  return `${program} does not take the option "${arg}". Options, written out in full: ${allowed.join(", ")}.`;
}
