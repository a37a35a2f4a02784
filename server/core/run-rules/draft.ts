import type { Json } from "#server/core/json.ts";
import type { Budget } from "#server/core/plan.ts";
import type { Correction, RunEventType } from "#server/core/run.ts";
import type { Attention } from "./approval-places.ts";
import type { AttemptChange, LogEntry } from "./run-change.ts";
import type { RunPlan } from "./run-plan.ts";
import { type ApprovalState, type RunState, type StepState, newStepState } from "./run-state.ts";

/** A decision in the making: the state as read, and what has been decided on top of it so far. */
export type Draft = {
  readonly plan: RunPlan;
  readonly state: RunState;
  readonly now: number;
  /** Who decides; null when no worker does. */
  readonly worker: string | null;
  /** Null while nobody has counted: then the decision is made as if every approval could ask. */
  readonly attention: Attention | null;
  readonly steps: Map<string, StepState>;
  readonly attempts: Map<string, AttemptChange>;
  readonly approvals: Map<string, ApprovalState>;
  readonly corrections: Map<string, readonly Correction[]>;
  readonly log: LogEntry[];
  isCanceled: boolean;
  /** Limits that a person set over those of the plan's budget. */
  budget: Budget | null;
};

export function openDraft(
  plan: RunPlan,
  state: RunState,
  now: number,
  worker: string | null,
  attention: Attention | null,
): Draft {
  return {
    plan,
    state,
    now,
    worker,
    attention,
    steps: new Map(),
    attempts: new Map(),
    approvals: new Map(),
    corrections: new Map(),
    log: [],
    isCanceled: false,
    budget: state.budget,
  };
}

export function stepOf(draft: Draft, stepId: string): StepState {
  return draft.steps.get(stepId) ?? draft.state.steps.get(stepId) ?? newStepState();
}

export function setStep(draft: Draft, stepId: string, change: Partial<StepState>): void {
  draft.steps.set(stepId, { ...stepOf(draft, stepId), ...change });
}

/** When the step was dispatched first, which is now when it never was. */
export function startOf(draft: Draft, stepId: string): number {
  return stepOf(draft, stepId).startedAt ?? draft.now;
}

/** All approvals of the run, as the draft leaves them. */
export function approvalsOfRun(draft: Draft): ApprovalState[] {
  const standing = draft.state.approvals.map((one) => draft.approvals.get(one.approvalId) ?? one);
  const known = new Set(standing.map((one) => one.approvalId));
  return [...standing, ...[...draft.approvals.values()].filter((one) => !known.has(one.approvalId))];
}

export function approvalsOf(draft: Draft, stepId: string): ApprovalState[] {
  return approvalsOfRun(draft).filter((approval) => approval.stepId === stepId);
}

export function setApproval(draft: Draft, approval: ApprovalState): void {
  draft.approvals.set(approval.approvalId, approval);
}

export function correctionsOf(draft: Draft, stepId: string): readonly Correction[] {
  return draft.corrections.get(stepId) ?? draft.state.corrections.get(stepId) ?? [];
}

/** Ends the step's newest try as `change` says. */
export function setAttempt(
  draft: Draft,
  stepId: string,
  change: Partial<AttemptChange> & { status: Exclude<AttemptChange["status"], "running"> },
): void {
  const step = stepOf(draft, stepId);
  draft.attempts.set(`${stepId} ${step.claim}`, {
    stepId,
    claim: step.claim,
    attempt: step.attempt,
    worker: step.leaseOwner,
    startedAt: startOf(draft, stepId),
    endedAt: draft.now,
    ...change,
  });
}

export function note(
  draft: Draft,
  type: RunEventType,
  stepId: string | null,
  data: Record<string, Json | undefined> = {},
  over: Partial<Pick<LogEntry, "attempt" | "worker">> = {},
): void {
  const step = stepId === null ? null : stepOf(draft, stepId);
  const given = Object.entries(data).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  draft.log.push({
    type,
    stepId,
    attempt: step && step.claim > 0 ? step.attempt : null,
    worker: draft.worker,
    data: Object.fromEntries(given),
    ...over,
  });
}
