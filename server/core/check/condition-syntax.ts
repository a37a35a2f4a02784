import type { ConditionError } from "#server/core/condition-tokens.ts";
import { parseCondition } from "#server/core/conditions.ts";
import type { Issue } from "#server/core/plan.ts";
import { withoutSlip } from "./condition-slips.ts";
import { meantBy, namedPath } from "./foreign-reference.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { type Placed, stepError } from "./step-issue.ts";

const MAX_MENDED = 20;

/** A condition that cannot be read, with what a word with "$" means when it is the word that is no reference. */
export function conditionSyntax(
  placed: Placed,
  condition: string,
  error: ConditionError,
  outline: Outline,
): Issue {
  const meant = meantAt(condition, error.at, outline);
  const says = `has a condition with a mistake. ${error.message}${meant === null ? "" : ` ${meant.advice}`}`;
  const mended = mendedCondition(condition, error, outline);
  return stepError(placed, "condition_syntax", says, {
    path: "if",
    say: mended === null ? undefined : say.runOnlyIf(placed.number, mended),
  });
}

/** The condition without its mistakes, when each of them is one of which it is certain what is meant. */
function mendedCondition(condition: string, error: ConditionError, outline: Outline): string | null {
  let { at } = error;
  let mended: string | null = condition;
  for (let count = 0; count < MAX_MENDED; count += 1) {
    mended = meantAt(mended, at, outline)?.mended ?? withoutSlip(mended, at);
    if (mended === null) return null;
    const parsed = parseCondition(mended);
    if (parsed.ok) return mended;
    at = parsed.error.at;
  }
  return null;
}

/** What a word behind "$" that is no reference stands for. */
function meantAt(
  condition: string,
  at: number,
  outline: Outline,
): { advice: string; mended: string | null } | null {
  const [written, word] = /^\$\{?([^\s${}()=!<>&|]+)\}?/u.exec(condition.slice(at)) ?? [];
  const named = word === undefined ? null : namedPath(word, outline);
  if (written === undefined || !named) return null;
  const { advice, instead } = meantBy(named, outline, (reference) => `$${reference}`);
  const mended =
    instead === undefined ? null : condition.slice(0, at) + instead + condition.slice(at + written.length);
  return { advice, mended };
}
