import fc from "fast-check";
import { expect, test } from "vitest";
import { diffPlans, planDiffSchema } from "#server/core/plan-diff.ts";
import { makePlan, makeStep } from "#test/make.ts";
import { anyPlan } from "./arbitrary-plan.ts";

const ids = (items: { stepId: string }[]) => items.map((item) => item.stepId);

test("equal plans differ in nothing", () => {
  const empty = { plan: [], added: [], removed: [], changed: [], moved: [] };

  fc.assert(
    fc.property(anyPlan, (plan) => {
      expect(diffPlans(plan, structuredClone(plan))).toEqual(empty);
      expect(planDiffSchema.safeParse(diffPlans(null, plan)).success).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("added, removed and changed steps are told with their numbers, field by field", () => {
  const before = makePlan({ a: [], b: ["a"], c: ["b"] });
  const after = makePlan({ a: [], n: ["a"], c: ["n"] }, { c: { title: "Sea", approval: {} } });

  expect(diffPlans(before, after)).toEqual({
    plan: [],
    added: [{ stepId: "n", title: "n", before: null, after: 2 }],
    removed: [{ stepId: "b", title: "b", before: 2, after: null }],
    changed: [
      {
        stepId: "c",
        title: "Sea",
        before: 3,
        after: 3,
        fields: [
          { field: "title", before: "c", after: "Sea" },
          { field: "dependsOn", before: ["b"], after: ["n"] },
          { field: "approval", before: null, after: {} },
        ],
      },
    ],
    moved: [],
  });
});

test("only the steps whose order among the rest is another one count as moved", () => {
  const before = makePlan({ a: [], b: [], c: [], d: [], e: [] });
  const order = (names: string) => ({ ...before, steps: [...names].map((id) => makeStep(id)) });

  expect(ids(diffPlans(before, order("eabcd")).moved)).toEqual(["e"]);
  expect(diffPlans(before, order("eabcd")).moved[0]).toEqual({
    stepId: "e",
    title: "e",
    before: 5,
    after: 1,
  });
  expect(ids(diffPlans(before, order("bcde")).moved)).toEqual([]);
  expect(ids(diffPlans(before, order("nabcde")).moved)).toEqual([]);
  expect(diffPlans(before, order("edcba")).moved).toHaveLength(4);
});

test("the plan's own fields are compared, and a first plan is all added", () => {
  const plan = makePlan({ a: [] });
  const renamed = { ...plan, title: "New", budget: { toolCalls: 1 } };

  expect(diffPlans(plan, renamed).plan).toEqual([
    { field: "title", before: "Test plan", after: "New" },
    { field: "budget", before: null, after: { toolCalls: 1 } },
  ]);
  expect(ids(diffPlans(null, plan).added)).toEqual(["a"]);
});
