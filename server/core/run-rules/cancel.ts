import type { RunError } from "#server/core/run.ts";
import { type Draft, note, setAttempt, setStep, stepOf } from "./draft.ts";
import { isOpenCall } from "./open-calls.ts";
import { planStep } from "./run-plan.ts";
import { isSettled } from "./run-state.ts";
import { skipStep } from "./settle.ts";

/** Ends the run: what is open is skipped, and results that are still under way will be refused. */
export function cancelSteps(draft: Draft, by: string): void {
  note(draft, "run-canceled", null, { by });
  for (const stepId of draft.plan.order) {
    const step = stepOf(draft, stepId);
    if (isSettled(step)) continue;
    const attemptError = step.status === "running" ? errorOf(draft, stepId) : undefined;
    if (attemptError) setAttempt(draft, stepId, { status: "interrupted", error: attemptError });
    const error = attemptError && step.hasActed ? { error: attemptError } : {};
    skipStep(draft, stepId, "canceled", { ...error, data: { attemptError } });
    // What is left of an open call, whose end nobody will tell any more.
    setStep(draft, stepId, { hasActed: isOpenCall(step) });
  }
  draft.isCanceled = true;
}

function errorOf(draft: Draft, stepId: string): RunError {
  if (!stepOf(draft, stepId).hasActed) return { message: "The run was canceled." };
  const tool = planStep(draft.plan, stepId).tool ?? stepId;
  const message = `The run was canceled during the call of "${tool}", so nobody knows whether it had its effect.`;
  return { message };
}
