import type { ConditionError } from "#server/core/condition-tokens.ts";
import { parseCondition } from "#server/core/conditions.ts";
import type { Issue } from "#server/core/plan.ts";
import { meantBy, namedPath } from "./foreign-reference.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { type Placed, stepError } from "./step-issue.ts";

/** A condition that cannot be read, with what a word with "$" means when it is the word that is no reference. */
export function conditionSyntax(
  placed: Placed,
  condition: string,
  { message, at }: ConditionError,
  outline: Outline,
): Issue {
  const [written, word] = /^\$\{?([^\s${}()=!<>&|]+)\}?/u.exec(condition.slice(at)) ?? [];
  const named = word === undefined ? null : namedPath(word, outline);
  const meant = named && meantBy(named, outline, (reference) => `$${reference}`);
  const says = `has a condition with a mistake. ${message}${meant === null ? "" : ` ${meant.advice}`}`;
  const mended =
    written !== undefined && meant?.instead !== undefined
      ? condition.slice(0, at) + meant.instead + condition.slice(at + written.length)
      : condition;
  return stepError(placed, "condition_syntax", says, {
    path: "if",
    say: parseCondition(mended).ok ? say.runOnlyIf(placed.number, mended) : say.dropCondition(placed.number),
  });
}
