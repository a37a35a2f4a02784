import type { Plan } from "#server/core/plan.ts";
import type { RunStepView, RunView } from "#server/core/views.ts";

/** What the checks say that are there to confirm this step's outcome. */
export function ConfirmedBy({ run, plan, step }: { run: RunView; plan: Plan; step: RunStepView }) {
  return verifyingChecks(run, plan, step.stepId).map((check) => (
    <p key={check.stepId}>{confirmationWords(check)}</p>
  ));
}

/** The steps of the run that are there to confirm this one's outcome. */
export function verifyingChecks(run: RunView, plan: Plan, stepId: string): RunStepView[] {
  const checks = plan.steps.filter((other) => other.verifies === stepId);
  return checks.flatMap(({ id }) => run.steps.find((other) => other.stepId === id) ?? []);
}

export function confirmationWords({
  number,
  title,
  status,
}: Pick<RunStepView, "number" | "title" | "status">): string {
  const name = `step ${number} “${title}”`;
  switch (status) {
    case "completed":
      return `Confirmed by ${name}.`;
    case "failed":
      return `Not confirmed: ${name} did not see it.`;
    case "skipped":
      return `Not confirmed: ${name} was skipped.`;
    default:
      return `To be confirmed by ${name}.`;
  }
}
