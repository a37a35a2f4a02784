import { DEFAULT_MAX_ATTEMPTS, type Plan, type Step } from "#server/core/plan.ts";
import { type RunState, type StepState, isSettled, newStepState } from "#server/core/run-rules/run-state.ts";
import type { MachineRecord } from "./machine-record.ts";
import { blockingOf, isFree, skipFault } from "./skip-faults.ts";

export type StandingStep = { state: RunState; now: number; record: MachineRecord };

const REASONS: Record<string, (string | null)[]> = {
  pending: [null],
  running: [null],
  completed: [null],
  paused: ["approval", "wait", "check", "budget", "outcome_unknown"],
  skipped: ["condition", "upstream_failed", "on_error", "precondition", "stopped", "canceled"],
  failed: ["attempts_exhausted", "not_retryable", "approval_expired", "check_failed", "budget"],
};

/** Which rules a step breaks as it stands after a decision, in words. */
export function* stepFaults(plan: Plan, step: Step, standing: StandingStep): Generator<string> {
  const at = standing.state.steps.get(step.id) ?? newStepState();
  yield* logFaults(step, at, standing.record);
  yield* tryFaults(step, at, standing.record);
  yield* dueFaults(step, at, standing);
  yield* ruleFaults(plan, step, at, standing.state);
}

function* logFaults(step: Step, at: StepState, { events }: MachineRecord): Generator<string> {
  const count = (type: string) => events.get(`${type} ${step.id}`) ?? 0;
  const most = step.maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
  if (at.attempt < 0 || at.attempt > most || count("attempt-failed") > most)
    yield `${step.id} is in attempt ${at.attempt} of ${most}, and ${count("attempt-failed")} failed.`;
  if (count("attempt-started") !== at.claim)
    yield `${step.id} was claimed ${at.claim} times, and started otherwise.`;
  const ends = count("step-completed") + count("step-failed") + count("step-skipped");
  if (ends !== (isSettled(at) ? 1 : 0))
    yield `${step.id} is ${at.status}, and the log ends it ${ends} times.`;
}

function* tryFaults({ id }: Step, at: StepState, { tries }: MachineRecord): Generator<string> {
  const isRunning = at.status === "running";
  if (isRunning !== (at.leaseOwner !== null) && !isWithChild(at))
    yield `${id} is ${at.status}, of ${at.leaseOwner}.`;
  if (isRunning !== tries.has(`${id} ${at.claim}`)) yield `${id} is ${at.status}, and its try is not.`;
  if (isRunning && at.startedAt === null) yield `${id} is running without a start.`;
  if (isSettled(at) !== (at.endedAt !== null)) yield `${id} is ${at.status}, with the end ${at.endedAt}.`;
}

function* dueFaults({ id }: Step, at: StepState, { now, record }: StandingStep): Generator<string> {
  if (at.dueAt === null) return;
  const mayBeDue = at.status === "pending" || at.status === "paused" || isWithChild(at);
  if (!mayBeDue) yield `${id} is ${at.status} and due.`;
  if (at.dueAt > now && !record.wakes.has(at.dueAt)) yield `Nobody looks at ${id} when it is due.`;
  if (at.dueAt <= now && (at.reason === "wait" || isWithChild(at))) yield `${id} waits for too long.`;
}

function* ruleFaults(plan: Plan, step: Step, at: StepState, state: RunState): Generator<string> {
  const { id, onError, kind, approval } = step;
  if (!REASONS[at.status]?.includes(at.reason)) yield `${id} is ${at.status}/${at.reason}.`;
  if (at.status === "skipped") yield* [skipFault(plan, state, step)].filter((fault) => fault !== null);
  if (at.status === "failed" && onError === "skip") yield `${id} failed, and its failure is to skip it.`;
  const isBlocked = blockingOf(plan, state, step).length > 0;
  if (at.startedAt !== null && isBlocked) yield `${id} was started, and must not be.`;
  if (at.status !== "pending" || at.startedAt !== null) return;
  const hasStop = plan.steps.some(
    (other) => other.onError === "stop" && state.steps.get(other.id)?.status === "failed",
  );
  if (hasStop) yield `${id} waits in a run that was stopped.`;
  const needsNoWorker = kind === "wait" && approval === undefined;
  if (isFree(state, step) && (needsNoWorker || isBlocked)) yield `${id} is pending, and could be settled.`;
}

function isWithChild({ status, childRunId }: StepState): boolean {
  return status === "running" && childRunId !== null;
}
