import type { Plan } from "#server/core/plan.ts";
import type { RunStepView, RunView } from "#server/core/views.ts";

/** What the checks say that are there to confirm this step's outcome. */
export function ConfirmedBy({ run, plan, step }: { run: RunView; plan: Plan; step: RunStepView }) {
  const checks = plan.steps.filter((other) => other.verifies === step.stepId);
  const shown = checks.flatMap(({ id }) => run.steps.find((other) => other.stepId === id) ?? []);
  return shown.map((check) => <p key={check.stepId}>{confirmationWords(check)}</p>);
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
