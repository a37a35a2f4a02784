import type { Step } from "#server/core/plan.ts";
import { type Draft, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import { type StepState, isSettled } from "./run-state.ts";

/** What a step's dependencies say: wait, run, or never run because of `causeStepId`. */
export type Standing = { type: "waits" } | { type: "free" } | { type: "blocked"; causeStepId: string };

/**
 * Decided once every dependency is settled, so that the verdict and the named cause are the same in
 * whatever order they settle. The first blocking dependency, as the plan lists them, is the cause.
 */
export function standingOf(draft: Draft, step: Step): Standing {
  const condition = draft.plan.conditions.get(step.id);
  const dependencies = step.dependsOn.map((stepId) => ({ stepId, state: stepOf(draft, stepId) }));
  if (!dependencies.every(({ state }) => isSettled(state))) return { type: "waits" };

  const blocking = dependencies.find(({ stepId, state }) => {
    const isAware = condition?.ok === true && condition.statusReads.has(stepId);
    return !isAware && isBlocking(state, planStep(draft.plan, stepId));
  });
  if (!blocking) return { type: "free" };
  return { type: "blocked", causeStepId: blocking.state.causeStepId ?? blocking.stepId };
}

function isBlocking(state: StepState, step: Step): boolean {
  if (state.status === "failed") return step.onError !== "continue";
  // Behind a step that was stopped or canceled none is left that could still run.
  return state.reason === "upstream_failed";
}
