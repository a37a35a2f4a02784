import type { RunStepView, RunView } from "#server/core/views.ts";

export function uncertainSteps({
  uncertainSteps,
  steps,
}: Pick<RunView, "uncertainSteps" | "steps">): RunStepView[] {
  return steps.filter(({ stepId }) => uncertainSteps.includes(stepId));
}
