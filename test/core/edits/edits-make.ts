import { expect } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import type { NewStep } from "#server/core/edit-schema-edits.ts";
import type { Change, StepReference } from "#server/core/edit-schema-settings.ts";
import type { Plan } from "#server/core/plan.ts";
import { applyEdits, type EditHistory } from "#server/core/plan-edits.ts";
import { makePlan } from "#test/make.ts";

/** a → b and c → d → e */
export function diamond(): Plan {
  return makePlan({ a: [], b: ["a"], c: ["a"], d: ["b", "c"], e: ["d"] });
}

export function chain(count: number): Plan {
  const ids = [..."abcdefgh"].slice(0, count);
  return makePlan(Object.fromEntries(ids.map((id, index) => [id, ids.slice(Math.max(0, index - 1), index)])));
}

/** `a< b<a c<a,b`: every step with what it waits for, in the order of the list. */
export function shape(plan: Plan): string {
  return plan.steps.map((step) => `${step.id}<${step.dependsOn.join(",")}`).join(" ");
}

export function edited(
  plan: Plan,
  edits: PlanEdit[],
  history?: EditHistory,
): { plan: Plan; notes: string[] } {
  const copy = structuredClone(plan);
  const result = applyEdits(plan, edits, history);
  expect(plan).toEqual(copy);
  if (!result.ok) throw new Error(result.error.map((issue) => issue.message).join(" "));
  return result.value;
}

export function wired(plan: Plan, edits: PlanEdit[], history?: EditHistory): string {
  return shape(edited(plan, edits, history).plan);
}

/** `code: message` of every issue of a refusal that leaves the plan as it was. */
export function refusals(plan: Plan, edits: PlanEdit[], history?: EditHistory): string[] {
  const copy = structuredClone(plan);
  const result = applyEdits(plan, edits, history);
  expect(plan).toEqual(copy);
  if (result.ok) throw new Error(`Not refused: ${shape(result.value.plan)}`);
  return result.error.map((issue) => `${issue.code}: ${issue.message}`);
}

/** The only issue of a refusal. */
export function refusal(plan: Plan, edits: PlanEdit[], history?: EditHistory): string {
  const [only, ...others] = refusals(plan, edits, history);
  expect(others).toEqual([]);
  return String(only);
}

export function fresh(
  id: string,
  dependsOn: StepReference[] = [],
  settings: NewStep["settings"] = [],
): NewStep {
  return {
    id,
    title: `New ${id}`,
    kind: "reasoning",
    instructions: "",
    expectedOutput: "",
    dependsOn,
    settings,
  };
}

export const add = (step: StepReference, dependsOn: StepReference[]): PlanEdit => ({
  op: "add_dependency",
  step,
  dependsOn,
});
export const drop = (step: StepReference, dependsOn: StepReference[]): PlanEdit => ({
  op: "remove_dependency",
  step,
  dependsOn,
});
export const set = (step: StepReference, dependsOn: StepReference[]): PlanEdit => ({
  op: "set_dependencies",
  step,
  dependsOn,
});
export const remove = (step: StepReference, rewire: "bridge" | "detach" = "bridge"): PlanEdit => ({
  op: "remove_step",
  step,
  rewire,
});
export const update = (step: StepReference, ...changes: Change[]): PlanEdit => ({
  op: "update_step",
  step,
  changes,
});
export const rename = (step: StepReference, value: string): PlanEdit =>
  update(step, { field: "title", value });
export const insert = (
  step: NewStep,
  after: StepReference | null = null,
  requiredBy: StepReference[] = [],
): PlanEdit => ({
  op: "add_step",
  step,
  after,
  requiredBy,
});
export const move = (
  step: StepReference,
  after: StepReference | null,
  reinsert: { dependsOn: StepReference[]; requiredBy: StepReference[] } | null = null,
): PlanEdit => ({ op: "move_step", step, after, reinsert });
export const split = (
  step: StepReference,
  arrangement: "chain" | "parallel",
  ...ids: string[]
): PlanEdit => ({
  op: "split_step",
  step,
  arrangement,
  parts: ids.map((id) => ({ id, title: `Part ${id}`, instructions: "", expectedOutput: "", settings: [] })),
});
export const merge = (steps: StepReference[], changes: NewStep["settings"] = []): PlanEdit => ({
  op: "merge_steps",
  steps,
  title: "Merged",
  instructions: "Both.",
  expectedOutput: "",
  changes,
});
export const swap = (step: StepReference, other: StepReference): PlanEdit => ({
  op: "swap_steps",
  step,
  with: other,
});
export const bringBack = (
  step: string,
  revision: number | null = null,
  requiredBy: StepReference[] = [],
): PlanEdit => ({
  op: "restore_step",
  step,
  revision,
  requiredBy,
});
export const goBack = (revision: number): PlanEdit => ({ op: "restore_revision", revision });
