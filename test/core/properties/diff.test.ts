import fc from "fast-check";
import { expect, test } from "vitest";
import type { Plan } from "#server/core/plan.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import { cases } from "#test/property.ts";
import { type Choices, choicesOf, seeds, shuffled } from "./choices.ts";
import { expectDiff } from "./expected-diff.ts";
import { validPlan } from "./valid-plan.ts";

/** The plan with steps lost, exchanged, changed and taken over from another. */
function changedPlan(plan: Plan, other: Plan, choices: Choices): Plan {
  const ids = new Set(plan.steps.map(({ id }) => id));
  const added = other.steps.filter(({ id }) => !ids.has(id)).slice(0, choices.below(3));
  const kept = plan.steps.filter(() => !choices.once(5));
  const texts = new Map(other.steps.map((step) => [step.id, step]));
  const changed = kept.map((step) => {
    const twin = texts.get(step.id);
    if (!twin || !choices.once(2)) return choices.once(3) ? structuredClone(step) : step;
    return { ...step, title: twin.title, ...(twin.input !== undefined && { input: twin.input }) };
  });
  const steps = [...changed, ...added];
  return { ...(choices.once(2) ? plan : other), steps: choices.once(2) ? steps : shuffled(steps, choices) };
}

test("a diff names exactly the steps and fields that differ, and moves as few steps as it can", () => {
  fc.assert(
    fc.property(validPlan, validPlan, seeds, (plan, other, seed) => {
      expectDiff(plan, changedPlan(plan, other, choicesOf(seed)));
      expectDiff(plan, other);
    }),
    cases(200),
  );
});

test("a copy of a plan differs from it in nothing, whatever the order of its keys", () => {
  const turned = (value: object) => Object.fromEntries(Object.entries(value).reverse());
  fc.assert(
    fc.property(validPlan, (plan) => {
      const copy = structuredClone({ ...plan, ...turned(plan), steps: plan.steps.map(turned) });
      expect(diffPlans(plan, copy as Plan)).toEqual({
        plan: [],
        added: [],
        removed: [],
        changed: [],
        moved: [],
      });
    }),
    cases(100),
  );
});
