import { type RunStatus, isFinalRunStatus } from "#server/core/run.ts";
import { type Draft, note, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import { type StepState, isSettled } from "./run-state.ts";

/** The run's status after the draft, logged when it is another one. A final status stays. */
export function reachVerdict(draft: Draft, isWorkLeft: boolean): RunStatus {
  const before = draft.state.status;
  if (isFinalRunStatus(before)) return before;
  if (draft.isCanceled) return "canceled";

  const after = verdictOf(draft, isWorkLeft);
  if (before === "queued" && after !== "queued") {
    draft.log.unshift({ type: "run-started", stepId: null, attempt: null, worker: draft.worker, data: {} });
  }
  if (after === before || after === "queued") return after;
  if (after === "paused") note(draft, "run-paused", null);
  else if (after === "running" && before === "paused") note(draft, "run-resumed", null);
  else if (after === "completed") note(draft, "run-completed", null);
  else if (after === "failed") note(draft, "run-failed", null, { failedStepId: firstFailure(draft) });
  return after;
}

function verdictOf(draft: Draft, isWorkLeft: boolean): RunStatus {
  const states = draft.plan.order.map((stepId) => stepOf(draft, stepId));
  if (states.every(isSettled)) return firstFailure(draft) === undefined ? "completed" : "failed";
  if (draft.state.status === "queued" && !states.some(hasBegun)) return "queued";
  return isWorkLeft || states.some((step) => step.status === "running") ? "running" : "paused";
}

// A run that reuses steps of an earlier one is queued with those settled.
function hasBegun(step: StepState): boolean {
  return step.startedAt !== null || (isSettled(step) && step.reason !== "reused");
}

function firstFailure(draft: Draft): string | undefined {
  return draft.plan.order.find(
    (stepId) =>
      stepOf(draft, stepId).status === "failed" && planStep(draft.plan, stepId).onError !== "continue",
  );
}
