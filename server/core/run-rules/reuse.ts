import { canonicalStep } from "#server/core/canonical-plan.ts";
import { type Json, canonicalJson } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { planStep, prepareRunPlan } from "./run-plan.ts";
import type { StepState } from "./run-state.ts";

/** An earlier run of the same agent, as far as its steps can be taken over. */
export type EarlierRun = {
  plan: Plan;
  input: Json | null;
  steps: ReadonlyMap<string, StepState>;
  /** Steps that ran another agent whose saved plan is a new one since. */
  outdated?: ReadonlySet<string>;
};

/**
 * Steps whose work need not be done again: completed before, and neither their definition, nor what
 * they were given, nor anything upstream of them has changed.
 */
export function reusableSteps(plan: Plan, input: Json | null, earlier: EarlierRun): Map<string, StepState> {
  const before = new Map(earlier.plan.steps.map((step) => [step.id, step]));
  const prepared = prepareRunPlan(plan);
  const hasSameInput = canonicalJson(input) === canonicalJson(earlier.input);
  const reused = new Map<string, StepState>();

  for (const stepId of prepared.order) {
    const step = planStep(prepared, stepId);
    const old = before.get(stepId);
    const state = earlier.steps.get(stepId);
    if (!old || state?.status !== "completed") continue;
    if (earlier.outdated?.has(stepId)) continue;
    if (!isSameWork(step, old) || (step.usesRunInput === true && !hasSameInput)) continue;
    if (step.dependsOn.every((id) => reused.has(id))) reused.set(stepId, state);
  }
  return reused;
}

function isSameWork(a: Step, b: Step): boolean {
  const textOf = (step: Step) => canonicalJson({ ...canonicalStep(step), title: "" });
  return textOf(a) === textOf(b);
}
