import { shortened } from "#server/core/characters.ts";
import { listOf } from "#server/core/list-of.ts";
import { type Issue, type IssueCode, type Step, stepName } from "#server/core/plan.ts";

export type Placed = { step: Step; number: number };

/** Where in the step the fault is, and the sentence for the conversation that would mend it. */
type Place = { path?: string | undefined; say?: string | undefined };

/** `says` goes on after the name: `Step 3 "Send digest" depends on itself.` */
export function stepError(
  { step, number }: Placed,
  code: IssueCode,
  says: string,
  { path, say }: Place = {},
): Issue {
  return {
    severity: "error",
    code,
    stepId: step.id,
    stepNumber: number,
    ...(path !== undefined && { path }),
    message: `${stepName(number, step.title)} ${says}`,
    ...(say !== undefined && { say }),
  };
}

export function stepWarning(placed: Placed, code: IssueCode, says: string, place?: Place): Issue {
  return { ...stepError(placed, code, says, place), severity: "warning" };
}

/** The issues without those that say the same again. */
export function eachOnce(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length < 2) return issues;
  return [...new Map(issues.map((issue) => [issue.message, issue])).values()];
}

/** `2 "Fetch", 3 "Clean" and 5 "Merge"`. */
export function listed(steps: readonly Placed[]): string {
  return listOf(steps.map(({ step, number }) => `${number} "${shortened(step.title)}"`));
}
