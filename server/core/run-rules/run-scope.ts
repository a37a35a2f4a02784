import type { StepResult } from "#server/core/attempt.ts";
import type { Step } from "#server/core/plan.ts";
import type { Scope } from "#server/core/scope.ts";
import { type Draft, stepOf } from "./draft.ts";

/** What the references of a step may read as the run stands. */
export function scopeOf(draft: Draft, step: Step): Scope {
  const steps: Record<string, StepResult> = {};
  for (const stepId of draft.plan.order) {
    const { status, output, error } = stepOf(draft, stepId);
    if (status === "completed" || status === "failed" || status === "skipped") {
      steps[stepId] =
        status === "completed" ? { status, output } : { status, output: null, error: error?.message };
    }
  }
  return { input: step.usesRunInput ? draft.state.input : null, steps };
}
