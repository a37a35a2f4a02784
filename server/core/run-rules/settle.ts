import type { Json } from "#server/core/json.ts";
import type { RunError, StepReason } from "#server/core/run.ts";
import { type Draft, approvalsOf, note, setApproval, setStep, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import { isSettled } from "./run-state.ts";

const RELEASED = { leaseOwner: null, leaseUntil: null, dueAt: null, reserved: null };

export function completeStep(
  draft: Draft,
  stepId: string,
  result: { input?: Json | null; output: Json; data?: Record<string, Json | undefined> },
): void {
  const input = result.input === undefined ? stepOf(draft, stepId).input : result.input;
  note(draft, "step-completed", stepId, { input, output: result.output, ...result.data });
  setStep(draft, stepId, {
    ...RELEASED,
    status: "completed",
    reason: null,
    input,
    output: result.output,
    error: null,
    endedAt: draft.now,
  });
}

export function skipStep(
  draft: Draft,
  stepId: string,
  reason: StepReason,
  more: { causeStepId?: string; error?: RunError; data?: Record<string, Json | undefined> } = {},
): void {
  cancelApprovals(draft, stepId);
  note(draft, "step-skipped", stepId, {
    reason,
    causeStepId: more.causeStepId,
    error: more.error,
    ...more.data,
  });
  setStep(draft, stepId, {
    ...RELEASED,
    status: "skipped",
    reason,
    causeStepId: more.causeStepId ?? null,
    error: more.error ?? stepOf(draft, stepId).error,
    endedAt: draft.now,
  });
}

/** The step's final failure, and what its `onError` makes of it. */
export function failStep(
  draft: Draft,
  stepId: string,
  reason: StepReason,
  error: RunError,
  data: Record<string, Json | undefined> = {},
): void {
  const { onError } = planStep(draft.plan, stepId);
  if (onError === "skip") {
    skipStep(draft, stepId, "on_error", { error, data: { ...data, failure: reason } });
    return;
  }
  note(draft, "step-failed", stepId, { reason, error, ...data });
  setStep(draft, stepId, { ...RELEASED, status: "failed", reason, error, endedAt: draft.now });
  if (onError === "stop") stopUndispatched(draft, stepId);
}

/** A step that has started once is dispatched, and finishes: running, paused or between two tries. */
function stopUndispatched(draft: Draft, causeStepId: string): void {
  for (const stepId of draft.plan.order) {
    const step = stepOf(draft, stepId);
    if (isSettled(step) || step.startedAt !== null) continue;
    skipStep(draft, stepId, "stopped", { causeStepId });
  }
}

function cancelApprovals(draft: Draft, stepId: string): void {
  for (const approval of approvalsOf(draft, stepId)) {
    const { approvalId, attempt, status } = approval;
    if (status !== "pending" && status !== "waiting") continue;
    setApproval(draft, { ...approval, status: "canceled", decidedAt: draft.now });
    note(draft, "approval-canceled", stepId, { approvalId }, { attempt });
  }
}
