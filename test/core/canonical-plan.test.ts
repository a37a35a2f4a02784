import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalPlan } from "#server/core/canonical-plan.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan, makeStep } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { anyPlan } from "./arbitrary-plan.ts";
import { changedPlan } from "./changed-plan.ts";
import { shuffledKeys } from "./shuffled.ts";

const textOf = (plan: Plan) => canonicalJson(canonicalPlan(plan));
const textWith = (step: Partial<Step>) => textOf(makePlan({ a: [] }, { a: step }));

/** The plan with every default written out. */
function spelledOut({ budget, steps, ...head }: Plan) {
  return {
    ...head,
    budget: { ...budget },
    steps: steps.map(({ approval, ...step }) => ({
      usesRunInput: false,
      onError: "skip_dependents",
      maxAttempts: 3,
      timeoutSeconds: 300,
      ...step,
      approval: approval && { approvers: 1, ...approval },
    })),
  };
}

const RESTATED: Partial<Step>[] = [
  { usesRunInput: false },
  { onError: "skip_dependents" },
  { maxAttempts: 3 },
  { timeoutSeconds: 300 },
  { usesRunInput: false, onError: "skip_dependents", maxAttempts: 3, timeoutSeconds: 300 },
];

test.each(RESTATED)("a step with %j means the same as one without", (fields) => {
  expect(textWith(fields)).toBe(textWith({}));
});

test("an approval of one person is an approval, and none is not", () => {
  expect(textWith({ approval: { reason: "It pays.", approvers: 1 } })).toBe(
    textWith({ approval: { reason: "It pays." } }),
  );
  expect(textWith({ approval: { approvers: 2 } })).not.toBe(textWith({ approval: {} }));
  expect(textWith({ approval: {} })).not.toBe(textWith({}));
});

test("a budget without a limit is no budget", () => {
  const plan = makePlan({ a: [] });

  expect(textOf({ ...plan, budget: {} })).toBe(textOf(plan));
  expect(textOf({ ...plan, budget: { toolCalls: undefined } })).toBe(textOf(plan));
  expect(textOf({ ...plan, budget: { approvals: 0 } })).not.toBe(textOf(plan));
});

test("what is no default stays as it is", () => {
  const step = makeStep("a", [], {
    usesRunInput: true,
    onError: "stop",
    maxAttempts: 1,
    timeoutSeconds: 60,
    approval: { approvers: 2 },
    input: null,
  });
  const plan: Plan = { ...makePlan({}), steps: [step], budget: { toolCalls: 5 } };

  expect(canonicalPlan(plan)).toEqual(plan);
});

test("the order of keys never matters", () => {
  const anyPair = anyPlan.chain((plan) =>
    shuffledKeys(plan).map((shuffled) => ({ plan, shuffled: shuffled as Plan })),
  );

  fc.assert(
    fc.property(anyPair, ({ plan, shuffled }) => {
      expect(textOf(shuffled)).toBe(textOf(plan));
    }),
    cases(100),
  );
});

test("two plans have the same text exactly when they are equal with every default written out", () => {
  fc.assert(
    fc.property(changedPlan, ({ before, after }) => {
      expect(textOf(before) === textOf(after)).toBe(isDeepStrictEqual(spelledOut(before), spelledOut(after)));
      expect(textOf(JSON.parse(JSON.stringify(spelledOut(after))))).toBe(textOf(after));
      expect(textOf(canonicalPlan(after))).toBe(textOf(after));
    }),
    cases(200),
  );
});
