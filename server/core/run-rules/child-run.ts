import type { AttemptResult } from "#server/core/attempt.ts";
import { type Draft, note, setAttempt, setStep, startOf, stepOf } from "./draft.ts";
import { awaitsChild } from "./run-state.ts";
import { storableTime } from "./storable.ts";

/** Lets the try go on without its worker: the run of another agent does the work. */
export function waitForChild(
  draft: Draft,
  stepId: string,
  { agent, childRunId, input, dueAt }: Extract<AttemptResult, { type: "child_started" }>,
): void {
  const step = stepOf(draft, stepId);
  const due = dueAt === null ? null : storableTime(dueAt);
  note(draft, "child-run-started", stepId, { agent, childRunId, input, dueAt: due });
  draft.attempts.set(`${stepId} ${step.claim}`, {
    stepId,
    claim: step.claim,
    attempt: step.attempt,
    status: "running",
    worker: step.leaseOwner,
    startedAt: startOf(draft, stepId),
    endedAt: null,
    input,
  });
  setStep(draft, stepId, { leaseOwner: null, leaseUntil: null, dueAt: due, childRunId, input });
}

/** Gives the try back to a worker once the child has ended, or its time has; whether it did. */
export function resumeAfterChild(draft: Draft, stepId: string): boolean {
  const step = stepOf(draft, stepId);
  if (!awaitsChild(step) || step.childRunId === null) return false;
  const status = draft.state.endedChildren.get(step.childRunId);
  const isLate = step.dueAt !== null && step.dueAt <= draft.now;
  if (status === undefined && !isLate) return false;

  note(draft, "child-run-ended", stepId, { childRunId: step.childRunId, status: status ?? "late" });
  setAttempt(draft, stepId, { status: "paused" });
  setStep(draft, stepId, { status: "pending", attempt: step.attempt - 1, dueAt: null });
  return true;
}

/** Whether this decision made the step wait for a child, which may have ended before that was written. */
export function mayHaveMissedChild(draft: Draft, stepId: string): boolean {
  return awaitsChild(stepOf(draft, stepId)) && draft.state.steps.get(stepId)?.leaseOwner !== null;
}
