import type { RunStepView, RunView } from "#server/core/views.ts";

/** Steps that a cancel ended in, or after, a call of which nobody knows whether it had its effect. */
export function uncertainSteps({ status, steps }: Pick<RunView, "status" | "steps">): RunStepView[] {
  if (status !== "canceled") return [];
  return steps.filter(
    (step) => step.reason === "canceled" && step.error?.message.includes("nobody knows whether") === true,
  );
}
