import type { Json } from "./json.ts";
import type { ReplayedApproval } from "./replay-approval.ts";
import type { EventFacts } from "./replay-facts.ts";
import type { AttemptChange } from "./run-rules/run-change.ts";
import type { StepState } from "./run-rules/run-state.ts";
import { isOpenCall } from "./run-rules/open-calls.ts";
import { addUsage } from "./run-rules/usage.ts";
import type { AttemptStatus, RunEvent } from "./run.ts";

/** Of a step, all but how long its lease lasts, which only its worker and the clock know. */
export type ReplayedStep = Omit<StepState, "leaseUntil">;

export type ReplayedAttempt = Required<Omit<AttemptChange, "correction">> & { correction: Json | null };

type Scene = {
  step: ReplayedStep;
  /** The step's newest try. */
  attempt: ReplayedAttempt | null;
  /** The approval that the event is about. */
  approval: ReplayedApproval | null;
  event: RunEvent;
  facts: EventFacts;
  at: number;
};

const RELEASED = { leaseOwner: null, dueAt: null, reserved: null };

/** Moves a step, and its newest try with it, as one event of the log says. */
export function replayStep(scene: Scene): void {
  const { step, attempt, event, facts, at } = scene;
  if (facts.usage !== undefined) {
    step.usage = addUsage(step.usage, facts.usage);
    if (attempt) attempt.usage = facts.usage;
  }
  switch (event.type) {
    case "attempt-started":
      Object.assign(step, {
        status: "running",
        reason: null,
        attempt: event.attempt ?? 0,
        claim: facts.claim ?? 0,
        hasActed: false,
        leaseOwner: event.worker,
        dueAt: null,
        reserved: facts.reserved ?? null,
        startedAt: step.startedAt ?? at,
      });
      break;
    case "tool-called":
      Object.assign(step, { input: facts.input ?? null, hasActed: true });
      break;
    case "attempt-failed": {
      const ended = { input: facts.input, output: facts.output, error: facts.error };
      endAttempt(scene, "failed", { ...ended, correction: facts.correction, attempt: event.attempt ?? 0 });
      Object.assign(step, {
        status: "pending",
        reason: null,
        attempt: event.attempt ?? 0,
        ...RELEASED,
        dueAt: facts.dueAt ?? null,
        input: facts.input ?? null,
        error: facts.error ?? null,
      });
      break;
    }
    case "attempt-interrupted":
      endAttempt(scene, "interrupted", { error: facts.error });
      Object.assign(step, {
        status: "pending",
        reason: null,
        attempt: (event.attempt ?? 1) - 1,
        interruptions: facts.interruptions ?? step.interruptions,
        ...RELEASED,
        error: facts.error ?? step.error,
      });
      break;
    case "approval-approved":
      if (scene.approval?.status !== "approved") break;
      Object.assign(step, {
        status: "pending",
        reason: null,
        dueAt: null,
        input: scene.approval.editedInput ?? scene.approval.input,
      });
      break;
    case "outcome-resolved":
      replayResolution(scene);
      break;
    case "step-paused":
      replayPause(scene);
      break;
    case "step-completed":
    case "step-failed":
    case "step-skipped":
      replayEnd(scene);
      break;
    case "child-run-started":
      if (attempt) attempt.input = facts.input ?? attempt.input;
      Object.assign(step, {
        childRunId: facts.childRunId ?? null,
        input: facts.input ?? null,
        ...RELEASED,
        dueAt: facts.dueAt ?? null,
      });
      break;
    case "child-run-ended":
      endAttempt(scene, "paused", {});
      Object.assign(step, { status: "pending", attempt: step.attempt - 1, dueAt: null });
      break;
    default:
      break;
  }
}

function replayResolution(scene: Scene): void {
  const { step, event, facts } = scene;
  if (facts.outcome === "did_not_happen") {
    Object.assign(step, { status: "pending", reason: null, dueAt: null });
    return;
  }
  step.attempt = event.attempt ?? 0;
  if (facts.outcome === "fail") endAttempt(scene, "failed", { error: facts.error });
}

function replayPause(scene: Scene): void {
  const { step, approval, facts, at } = scene;
  const wasRunning = step.status === "running";
  const { reason, input, observation, error } = facts;
  if (reason === "approval") {
    endAttempt(scene, "paused", { input: approval?.input });
    step.input = approval?.input ?? null;
  }
  if (reason === "check") {
    endAttempt(scene, "paused", { input, output: observation });
    step.input = input ?? null;
  }
  if (reason === "check") step.interruptions = 0;
  if (reason === "wait" && wasRunning) endAttempt(scene, "completed", {});
  if (reason === "budget") {
    if (wasRunning) endAttempt(scene, "paused", { input, error });
    step.error = error ?? null;
  }
  if (reason === "outcome_unknown") {
    endAttempt(scene, "interrupted", { input, error });
    step.input = input ?? step.input;
    step.error = error ?? null;
  }
  Object.assign(step, {
    ...RELEASED,
    status: "paused",
    reason,
    attempt: wasRunning && reason !== "wait" ? step.attempt - 1 : step.attempt,
    dueAt: facts.dueAt ?? null,
    reserved: facts.needed ?? null,
    startedAt: step.startedAt ?? at,
  });
}

function replayEnd(scene: Scene): void {
  const { step, event, facts, at } = scene;
  const { input, output, observation, error, reason = null, causeStepId = null } = facts;
  const cause = facts.failure ?? reason;
  const wasRunning = step.status === "running";
  const ended = { ...RELEASED, reason, endedAt: at };

  if (event.type === "step-completed") {
    endAttempt(scene, "completed", { input, output });
    const childRunId = facts.childRunId ?? step.childRunId;
    Object.assign(step, ended, {
      status: "completed",
      input: input ?? null,
      output,
      error: null,
      childRunId,
    });
    step.startedAt ??= at;
    return;
  }
  if (cause === "precondition") endAttempt(scene, "completed", { output: observation });
  if (cause === "approval_expired") endAttempt(scene, "failed", { error });
  if (wasRunning && cause === "check_failed") {
    endAttempt(scene, "paused", { input, output: observation });
    step.input = input ?? null;
  }
  if (cause === "canceled") step.hasActed = isOpenCall(step);
  if (facts.attemptError !== undefined) endAttempt(scene, "interrupted", { error: facts.attemptError });
  Object.assign(step, ended, {
    status: event.type === "step-failed" ? "failed" : "skipped",
    causeStepId,
    error: error ?? step.error,
  });
}

type Ended = { [Key in "input" | "output" | "error" | "correction"]?: ReplayedAttempt[Key] | undefined } & {
  attempt?: number;
};

/** What is absent or null keeps the value that the try has. */
function endAttempt({ attempt, at }: Scene, status: AttemptStatus, ended: Ended): void {
  if (!attempt) return;
  attempt.status = status;
  attempt.endedAt = at;
  attempt.attempt = ended.attempt ?? attempt.attempt;
  attempt.input = ended.input ?? attempt.input;
  attempt.output = ended.output ?? attempt.output;
  attempt.error = ended.error ?? attempt.error;
  attempt.correction = ended.correction ?? attempt.correction;
}
