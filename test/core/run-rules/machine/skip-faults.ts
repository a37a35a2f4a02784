import type { Plan, Step } from "#server/core/plan.ts";
import { type RunState, type StepState, isSettled } from "#server/core/run-rules/run-state.ts";

/** Why a skipped step was not to be skipped like this; null when a rule says so. */
export function skipFault(plan: Plan, state: RunState, step: Step): string | null {
  const { reason, causeStepId, startedAt } = stateOf(state, step.id);
  const cause = plan.steps.find(({ id }) => id === causeStepId);
  const hasFailed = cause !== undefined && stateOf(state, cause.id).status === "failed";
  const isCausedAsSaid = {
    upstream_failed: hasFailed && cause.onError !== "continue" && blockingOf(plan, state, step).length > 0,
    stopped: hasFailed && cause.onError === "stop",
    condition: step.if !== undefined && cause === undefined,
    on_error: step.onError === "skip" && cause === undefined,
    precondition: startedAt !== null && cause === undefined,
    canceled: state.status === "canceled" && cause === undefined,
  };
  const isNeverTried =
    startedAt === null || reason === "on_error" || reason === "precondition" || reason === "canceled";
  const holds = Object.entries(isCausedAsSaid).some(([name, isCaused]) => name === reason && isCaused);
  return holds && isNeverTried
    ? null
    : `${step.id} is skipped/${reason} because of ${causeStepId}, and no rule says so.`;
}

/** The settled dependencies that keep a step from running. */
export function blockingOf(plan: Plan, state: RunState, step: Step): string[] {
  return step.dependsOn.filter((id) => {
    const { status, reason } = stateOf(state, id);
    const onError = plan.steps.find((other) => other.id === id)?.onError;
    if (step.if?.includes(`$${id}.status =`)) return false;
    return reason === "upstream_failed" || (status === "failed" && onError !== "continue");
  });
}

/** Whether a step has only to be taken, or to be settled: all that it waits for is settled. */
export function isFree(state: RunState, step: Step): boolean {
  return step.dependsOn.every((id) => isSettled(stateOf(state, id)));
}

function stateOf(state: RunState, stepId: string): StepState {
  const step = state.steps.get(stepId);
  if (!step) throw new Error(`The run has no step "${stepId}"`);
  return step;
}
