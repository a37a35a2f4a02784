import { shortened } from "#server/core/characters.ts";
import { type Issue, type IssueCode, type Step, stepName } from "#server/core/plan.ts";

export type Placed = { step: Step; number: number };

/** `says` goes on after the name: `Step 3 "Send digest" depends on itself.` */
export function stepError({ step, number }: Placed, code: IssueCode, says: string, path?: string): Issue {
  return {
    severity: "error",
    code,
    stepId: step.id,
    stepNumber: number,
    ...(path !== undefined && { path }),
    message: `${stepName(number, step.title)} ${says}`,
  };
}

export function stepWarning(placed: Placed, code: IssueCode, says: string, path?: string): Issue {
  return { ...stepError(placed, code, says, path), severity: "warning" };
}

/** `2 "Fetch", 3 "Clean" and 5 "Merge"`. */
export function listed(steps: readonly Placed[]): string {
  const names = steps.map(({ step, number }) => `${number} "${shortened(step.title)}"`);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
