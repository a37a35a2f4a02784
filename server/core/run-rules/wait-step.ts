import { shortened } from "#server/core/characters.ts";
import { describeValue } from "#server/core/describe-value.ts";
import type { Step } from "#server/core/plan.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import type { Scope } from "#server/core/scope.ts";
import { parseTime } from "#server/core/time.ts";
import { agreedInput } from "./decision-refusal.ts";
import { type Draft, approvalsOf, note, setAttempt, setStep, startOf, stepOf } from "./draft.ts";
import { WAIT_TAKES, readWait } from "./edited-input.ts";
import { failAttempt } from "./fail-attempt.ts";
import { completeStep, failStep } from "./settle.ts";
import { approvedFor } from "./run-state.ts";
import { storableTime } from "./storable.ts";

/** Waits from now on, whether the step is new or a worker has looked at its precondition. */
export function beginWait(draft: Draft, step: Step, scope: Scope): void {
  const dueAt = waitEnd(draft, step, scope);
  const wasTried = stepOf(draft, step.id).status === "running";
  if (typeof dueAt === "string") {
    refuse(draft, step.id, dueAt, wasTried);
    return;
  }
  if (wasTried) setAttempt(draft, step.id, { status: "completed" });
  const startedAt = startOf(draft, step.id);
  setStep(draft, step.id, { startedAt, leaseOwner: null, leaseUntil: null });
  if (dueAt <= draft.now) {
    endWait(draft, step.id, dueAt);
    return;
  }
  note(draft, "step-paused", step.id, { reason: "wait", dueAt });
  setStep(draft, step.id, { status: "paused", reason: "wait", dueAt });
}

export function endWait(draft: Draft, stepId: string, dueAt: number): void {
  const output = { until: new Date(dueAt).toISOString() };
  if (stepOf(draft, stepId).claim > 0) setAttempt(draft, stepId, { status: "completed", output });
  completeStep(draft, stepId, { output });
}

function refuse(draft: Draft, stepId: string, message: string, wasTried: boolean): void {
  const error = { message };
  if (!wasTried) {
    failStep(draft, stepId, "not_retryable", error);
    return;
  }
  const whatToChange = "Correct the time in the plan.";
  failAttempt(draft, stepId, { input: null, error, retry: "not_retryable", whatToChange, jitter: 0 });
}

function waitEnd(draft: Draft, step: Step, scope: Scope): number | string {
  const approved = approvedFor(approvalsOf(draft, step.id), step.id, stepOf(draft, step.id).attempt);
  const wait = approved ? readWait(agreedInput(approved)) : step.wait;
  if (wait === null) return `What was approved is no wait: it needs ${WAIT_TAKES}.`;
  if (!wait) return `The step waits for nothing: its "wait" is missing.`;
  if ("seconds" in wait) return storableTime(Math.ceil(draft.now + wait.seconds * 1_000));

  const until = resolveTemplate(wait.until, scope);
  if (!until.ok) return until.error.message;
  const time = typeof until.value === "string" ? parseTime(until.value) : null;
  if (time !== null) return storableTime(time);
  const given = typeof until.value === "string" ? `"${shortened(until.value)}"` : describeValue(until.value);
  return `The step cannot wait until ${given}; a time such as 2027-01-31T09:00:00Z would work.`;
}
