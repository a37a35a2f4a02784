import type { Plan, Step } from "#server/core/plan.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { type RunState, type StepState, isSettled, newStepState } from "#server/core/run-rules/run-state.ts";
import { isFree } from "./skip-faults.ts";
import { type StandingStep, stepFaults } from "./step-faults.ts";

type Standing = StandingStep & { left: number };

/** Which rules a run breaks as it stands after a decision, in words. */
export function* standingFaults(plan: Plan, standing: Standing): Generator<string> {
  for (const step of plan.steps) yield* stepFaults(plan, step, standing);
  yield* approvalFaults(standing.state);
  yield* statusFaults(plan, standing);
}

function* approvalFaults(state: RunState): Generator<string> {
  for (const [stepId, { status, reason }] of state.steps) {
    const open = state.approvals.filter(
      (approval) => approval.stepId === stepId && approval.decidedAt === null,
    );
    const isAsked = status === "paused" && reason === "approval";
    if (open.length !== (isAsked ? 1 : 0))
      yield `${stepId} is ${status}/${reason} with ${open.length} open approvals.`;
  }
}

function* statusFaults(plan: Plan, { state, now, left }: Standing): Generator<string> {
  const all = plan.steps.map((step) => ({ step, at: state.steps.get(step.id) ?? newStepState() }));
  const ready = all.filter(({ step, at }) => isReady(state, step, at, now)).length;
  const isBetweenTries = all.some(({ at }) => at.status === "pending" && at.dueAt !== null && at.dueAt > now);
  const isRunning = ready > 0 || left > 0 || isBetweenTries || all.some(({ at }) => at.status === "running");
  const isAllSettled = all.every(({ at }) => isSettled(at));
  if (isFinalRunStatus(state.status) !== isAllSettled)
    yield `The run is ${state.status}, and its steps are not.`;
  // A try that runs may hold the rest of the budget, and give back what a paused step needs.
  const mayBeHeld = plan.budget !== undefined && all.some(({ at }) => at.status === "running");
  const mayFit = all.filter(({ at }) => at.reason === "budget" && at.reserved !== null).length;
  if (left > ready + mayFit || (left < ready && !mayBeHeld))
    yield `${ready} steps are ready, and ${left} were said to be left.`;

  const failures = all.filter(({ step, at }) => at.status === "failed" && step.onError !== "continue").length;
  const hasBegun = all.some(({ at }) => at.startedAt !== null || isSettled(at));
  const holds: Record<string, boolean> = {
    queued: !hasBegun,
    running: hasBegun && isRunning,
    paused: hasBegun && !isRunning && all.some(({ at }) => at.status === "paused"),
    completed: failures === 0,
    failed: failures > 0,
    canceled: true,
  };
  if (!holds[state.status]) yield `The run is ${state.status}, which its steps do not say.`;
}

function isReady(state: RunState, step: Step, at: StepState, now: number): boolean {
  const isDue = at.dueAt === null || at.dueAt <= now;
  if (at.status === "paused") return at.reason === "check" && isDue;
  return at.status === "pending" && isDue && (at.startedAt !== null || isFree(state, step));
}
