import fc from "fast-check";
import { expect, test } from "vitest";
import { diffPlans, type PlanDiff, planDiffSchema } from "#server/core/plan-diff.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan, makeStep } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { anyPlan } from "./arbitrary-plan.ts";
import { changedPlan } from "./changed-plan.ts";

const ids = (items: { stepId: string }[]) => items.map((item) => item.stepId);

test("equal plans differ in nothing", () => {
  const empty = { plan: [], added: [], removed: [], changed: [], moved: [] };

  fc.assert(
    fc.property(anyPlan, (plan) => {
      expect(diffPlans(plan, structuredClone(plan))).toEqual(empty);
      expect(planDiffSchema.safeParse(diffPlans(null, plan)).success).toBe(true);
    }),
    cases(100),
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

test("a field is shown as it is written, also when it only writes out a default", () => {
  const plan = (step: Partial<Step>) => makePlan({ a: [] }, { a: step });
  const fieldsOf = (before: Plan, after: Plan) => diffPlans(before, after).changed[0]?.fields;

  expect(fieldsOf(plan({}), plan({ maxAttempts: 3 }))).toEqual([
    { field: "maxAttempts", before: null, after: 3 },
  ]);
  expect(fieldsOf(plan({ maxAttempts: 3 }), plan({ maxAttempts: 5 }))).toEqual([
    { field: "maxAttempts", before: 3, after: 5 },
  ]);
  expect(fieldsOf(plan({ maxAttempts: 5 }), plan({}))).toEqual([
    { field: "maxAttempts", before: 5, after: null },
  ]);
});

test("an input of null is another one than none, and a field that is undefined is absent", () => {
  const plan = (step: Partial<Step>) => makePlan({ a: [] }, { a: step });
  const fields = [{ field: "input", before: null, after: null }];

  expect(diffPlans(plan({}), plan({ input: null })).changed).toMatchObject([{ fields }]);
  expect(diffPlans(plan({ input: null }), plan({})).changed).toMatchObject([{ fields }]);
  expect(diffPlans(plan({ input: undefined }), plan({})).changed).toEqual([]);
});

test("steps that share an id are told apart by their order", () => {
  const plan = (...steps: Step[]): Plan => ({ ...makePlan({}), steps });
  const before = plan(makeStep("a"), makeStep("a", [], { title: "Second" }));

  expect(diffPlans(before, plan(makeStep("a"), makeStep("a", [], { title: "Other" })))).toMatchObject({
    changed: [{ stepId: "a", before: 2, after: 2, fields: [{ before: "Second", after: "Other" }] }],
  });
  expect(diffPlans(before, plan(makeStep("a"))).removed).toEqual([
    { stepId: "a", title: "Second", before: 2, after: null },
  ]);
});

/** What a reader of the diff makes of `before`; added steps are told by title only, so they are given. */
function applied(before: Plan, diff: PlanDiff, after: Plan): unknown {
  const fieldsOf = new Map(diff.changed.map((step) => [step.before, step.fields]));
  const numbers = [...before.steps.keys()].map((index) => index + 1);
  const stepAt = (number: number | null) =>
    withChanges(before.steps[Number(number) - 1] ?? {}, fieldsOf.get(number) ?? []);
  const placed = new Map<number | null, object>([
    ...diff.added.map(
      (step) => [step.after, withChanges(after.steps[Number(step.after) - 1] ?? {}, [])] as const,
    ),
    ...diff.moved.map((step) => [step.after, stepAt(step.before)] as const),
  ]);
  const left = new Set([...diff.removed, ...diff.moved].map((step) => step.before));
  const others = numbers
    .filter((number) => !left.has(number))
    .map(stepAt)
    .values();
  const count = before.steps.length - diff.removed.length + diff.added.length;
  return {
    ...withChanges({ ...before, steps: [] }, diff.plan),
    steps: Array.from({ length: count }, (_, index) => placed.get(index + 1) ?? others.next().value),
  };
}

/** The fields after the changes, in which null stands for none. */
function withChanges(item: object, changes: PlanDiff["plan"]): object {
  const fields = new Map(Object.entries(item));
  for (const { field, after } of changes) fields.set(field, after);
  return Object.fromEntries([...fields].filter(([, value]) => value !== null));
}

test("what the diff says, done to the plan before, gives the plan after", () => {
  fc.assert(
    fc.property(changedPlan, ({ before, after }) => {
      const expected = { ...after, steps: after.steps.map((step) => withChanges(step, [])) };
      expect(canonicalJson(applied(before, diffPlans(before, after), after))).toBe(canonicalJson(expected));
    }),
    cases(200),
  );
});

test("the diff says nothing exactly when the plans are the same", () => {
  fc.assert(
    fc.property(changedPlan, ({ before, after }) => {
      const isEmpty = Object.values(diffPlans(before, after)).every((part) => part.length === 0);
      expect(isEmpty).toBe(canonicalJson(before) === canonicalJson(after));
    }),
    cases(200),
  );
});

test("no step is named as added, removed or changed that both plans have, and no field that is equal", () => {
  const count = (plan: Plan, id: string) => plan.steps.filter((step) => step.id === id).length;

  fc.assert(
    fc.property(changedPlan, ({ before, after }) => {
      const diff = diffPlans(before, after);
      for (const { id } of [...before.steps, ...after.steps]) {
        const more = count(after, id) - count(before, id);
        expect(diff.added.filter((step) => step.stepId === id)).toHaveLength(Math.max(0, more));
        expect(diff.removed.filter((step) => step.stepId === id)).toHaveLength(Math.max(0, -more));
      }
      for (const { fields } of diff.changed) {
        expect(fields.length).toBeGreaterThan(0);
        for (const field of fields.filter(({ field: name }) => name !== "input")) {
          expect(canonicalJson(field.before)).not.toBe(canonicalJson(field.after));
        }
      }
    }),
    cases(200),
  );
});

test("as few steps as possible count as moved", () => {
  const orders = fc
    .shuffledSubarray([..."abcdefg"])
    .chain((order) => fc.tuple(fc.constant(order), fc.shuffledSubarray(order)));
  const planOf = (order: readonly string[]) => ({ ...makePlan({}), steps: order.map((id) => makeStep(id)) });
  // Every choice of steps that stay, as bits.
  const mostThatStay = (numbers: readonly number[]) =>
    Array.from({ length: 2 ** numbers.length }, (_, bits) =>
      numbers.filter((_number, place) => (bits >> place) % 2 === 1),
    )
      .filter((stay) => stay.every((number, place) => place === 0 || number > Number(stay[place - 1])))
      .reduce((most, stay) => Math.max(most, stay.length), 0);

  fc.assert(
    fc.property(orders, ([before, after]) => {
      const { moved } = diffPlans(planOf(before), planOf(after));
      const numbers = after.map((id) => before.indexOf(id));
      expect(moved).toHaveLength(after.length - mostThatStay(numbers));
    }),
    cases(200),
  );
});
