import { type Result, err, ok } from "#server/core/result.ts";
import type { CommandRule, FileUse, JudgedArguments, NamedFile, PlaceKind } from "./command-rule.ts";
import { type ReadArguments, readArguments } from "./read-arguments.ts";
import { ruleOf } from "./known-programs.ts";
import { judgeUnknown } from "./judge-unknown.ts";

type Asked = {
  /** What the program may be called: its own name, then the name that it is allowed by. */
  names: readonly string[];
  /** Options that the settings allow beside those of the rules. */
  options: readonly string[];
  args: readonly string[];
};

/** What the program is started with, or which argument is refused and what is taken instead. */
export function judgeCommand({ names, options, args }: Asked): Result<JudgedArguments, string> {
  const known = ruleOf(names);
  if (known === null) return judgeUnknown(names.at(-1) ?? "", options, args);
  return judgeKnown(known.program, known.rule, options, args);
}

function judgeKnown(
  program: string,
  rule: CommandRule,
  extra: readonly string[],
  args: readonly string[],
): Result<JudgedArguments, string> {
  const read = readArguments({ program, rule, extra, args });
  if (!read.ok) return read;
  const { subcommand } = read.value;
  if (!rule.subcommands) return judged(program, rule, read.value);
  if (subcommand === null)
    return err(`${program} needs a command: ${listed(Object.keys(rule.subcommands))}.`);

  const under = Object.hasOwn(rule.subcommands, subcommand.name)
    ? rule.subcommands[subcommand.name]
    : undefined;
  if (!under) {
    return err(
      `"${program} ${subcommand.name}" is refused. ${program} takes ${listed(Object.keys(rule.subcommands))}.`,
    );
  }
  const inner = judgeKnown(`${program} ${subcommand.name}`, under, extra, subcommand.args);
  if (!inner.ok) return inner;
  const outer = judged(program, rule, {
    ...read.value,
    given: new Set([...read.value.given, subcommand.name]),
  });
  if (!outer.ok) return outer;
  return ok({
    ...inner.value,
    args: [...outer.value.args, subcommand.name, ...inner.value.args],
    files: [...outer.value.files, ...inner.value.files],
    environment: outer.value.environment,
    leading: outer.value.args,
  });
}

function judged(program: string, rule: CommandRule, read: ReadArguments): Result<JudgedArguments, string> {
  const { given } = read;
  const usedFor = (option: string, use: FileUse): FileUse => rule.fileUse?.(given, option) ?? use;
  const files: NamedFile[] = read.files.map(({ option, path, use }) => ({ path, use: usedFor(option, use) }));

  for (const [index, text] of read.places.entries()) {
    const kind = kindOfPlace(rule, given, index, read.places.length);
    if (kind === null) return err(`${program} does not take "${text}" in that place${takes(rule)}.`);
    const problem = problemOfPlace(rule, kind, text);
    if (problem !== null) return err(`${program} does not take "${text}": ${problem}.`);
    if (kind !== "text") files.push({ path: text, use: usedFor("", kind) });
  }
  if (rule.needsOneOf && !rule.needsOneOf.some((option) => given.has(option))) {
    return err(`${program} needs one of ${listed(rule.needsOneOf)}.`);
  }
  return ok({
    args: [...(rule.forced ?? []), ...read.args],
    files,
    environment: rule.environment ?? {},
    answers: rule.answers ?? [0],
    makesLinks: rule.makesLinks ?? false,
    leading: null,
  });
}

function kindOfPlace(
  rule: CommandRule,
  given: ReadonlySet<string>,
  index: number,
  count: number,
): PlaceKind | null {
  const { first, firstGivenBy = [], rest, last } = rule.positionals ?? {};
  const hasFirst = first !== undefined && !firstGivenBy.some((option) => given.has(option));
  if (index === 0 && hasFirst) return first;
  if (index === count - 1 && last !== undefined) return last;
  return rest ?? null;
}

const ADDRESS = /^[a-z][a-z0-9+.-]*:(\/\/|:)/i;

function problemOfPlace(rule: CommandRule, kind: PlaceKind, text: string): string | null {
  if (kind === "text") return rule.textProblem?.(text) ?? null;
  return ADDRESS.test(text) ? "it is an address and no file; use http_request for addresses" : null;
}

function takes(rule: CommandRule): string {
  const { first, rest } = rule.positionals ?? {};
  if (rest !== undefined) return "";
  return first === undefined ? "; it takes options only" : "; it takes one";
}

function listed(items: readonly string[]): string {
  return items.join(", ");
}
