import { ARCHIVE_RULES } from "./archive-rules.ts";
import type { CommandRule } from "./command-rule.ts";
import { FILE_RULES } from "./file-rules.ts";
import { GIT_RULE } from "./git-rules.ts";
import { TEXT_RULES } from "./text-rules.ts";

const KNOWN: Readonly<Record<string, CommandRule>> = {
  ...ARCHIVE_RULES,
  ...FILE_RULES,
  ...TEXT_RULES,
  git: GIT_RULE,
};

/** The rule of the first of these names that has one. */
export function ruleOf(names: readonly string[]): { program: string; rule: CommandRule } | null {
  const program = names.find((name) => Object.hasOwn(KNOWN, name));
  const rule = program === undefined ? undefined : KNOWN[program];
  return program === undefined || rule === undefined ? null : { program, rule };
}
