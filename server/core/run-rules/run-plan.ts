import { type Condition, parseCondition, statusReads } from "#server/core/conditions.ts";
import { topologicalOrder } from "#server/core/graph.ts";
import type { Plan, Step } from "#server/core/plan.ts";

/** A snapshot's plan, prepared once for all decisions on it. */
export type RunPlan = {
  plan: Plan;
  steps: ReadonlyMap<string, Step>;
  /** Every step after all that it depends on. */
  order: readonly string[];
  conditions: ReadonlyMap<string, StepCondition>;
};

export type StepCondition =
  | { ok: true; condition: Condition; statusReads: ReadonlySet<string> }
  | { ok: false; problem: string };

export function prepareRunPlan(plan: Plan): RunPlan {
  return {
    plan,
    steps: new Map(plan.steps.map((step) => [step.id, step])),
    order: topologicalOrder(plan.steps),
    conditions: new Map(
      plan.steps.flatMap((step) => (step.if === undefined ? [] : [[step.id, prepareCondition(step.if)]])),
    ),
  };
}

function prepareCondition(text: string): StepCondition {
  const parsed = parseCondition(text);
  if (!parsed.ok) return { ok: false, problem: parsed.error.message };
  return { ok: true, condition: parsed.value, statusReads: new Set(statusReads(parsed.value)) };
}

export function planStep(plan: RunPlan, stepId: string): Step {
  const step = plan.steps.get(stepId);
  if (!step) throw new Error(`The plan of this run has no step "${stepId}"`);
  return step;
}
