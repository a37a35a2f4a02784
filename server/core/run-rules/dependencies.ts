import type { Step } from "#server/core/plan.ts";
import { type Draft, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import { type StepState, isSettled } from "./run-state.ts";

/** What a step's dependencies say: wait, run, or never run because of `causeStepId`. */
export type Standing = { type: "waits" } | { type: "free" } | { type: "blocked"; causeStepId: string };

/** A blocked dependency decides at once; a step that waits for others beside it waits for nothing. */
export function standingOf(draft: Draft, step: Step): Standing {
  const condition = draft.plan.conditions.get(step.id);
  let waits = false;
  for (const dependencyId of step.dependsOn) {
    const dependency = stepOf(draft, dependencyId);
    if (!isSettled(dependency)) {
      waits = true;
      continue;
    }
    const isAware = condition?.ok === true && condition.statusReads.has(dependencyId);
    if (!isAware && isBlocking(dependency, planStep(draft.plan, dependencyId))) {
      return { type: "blocked", causeStepId: dependency.causeStepId ?? dependencyId };
    }
  }
  return waits ? { type: "waits" } : { type: "free" };
}

function isBlocking(state: StepState, step: Step): boolean {
  if (state.status === "failed") return step.onError !== "continue";
  if (state.status !== "skipped") return false;
  return state.reason === "upstream_failed" || state.reason === "stopped" || state.reason === "canceled";
}
