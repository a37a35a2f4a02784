import fc from "fast-check";
import { expect, test } from "vitest";
import { planSchema } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { cases } from "#test/property.ts";
import { richWorkspace } from "./rich-workspace.ts";
import { fullPlan, largePlan, smallPlan, validPlan } from "./valid-plan.ts";

test.each([
  ["small", smallPlan, cases(200, 2)],
  ["of every size", validPlan, cases(300)],
  ["with every kind of step", fullPlan, cases(200, 2)],
  ["of hundreds of steps", largePlan, cases(100, 100)],
] as const)("sound plans %s have no error and keep to the schema", (_size, plans, runs) => {
  fc.assert(
    fc.property(plans, (plan) => {
      const errors = validatePlan(plan, richWorkspace).filter(({ severity }) => severity === "error");

      expect(errors).toEqual([]);
      expect(planSchema.parse(plan)).toEqual(plan);
    }),
    runs,
  );
});
