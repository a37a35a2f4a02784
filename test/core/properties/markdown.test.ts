import fc from "fast-check";
import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";
import { markdownToPlan, planToMarkdown } from "#server/core/plan-markdown.ts";
import { anyPlanOf } from "#test/core/arbitrary-plan.ts";
import { cases } from "#test/property.ts";
import { smallPlan, validPlan } from "./valid-plan.ts";

test("a plan of any sort comes back from its Markdown as it was", () => {
  fc.assert(
    fc.property(anyPlanOf(2), (plan) => {
      expect(markdownToPlan(planToMarkdown(plan))).toEqual({ ok: true, value: plan });
    }),
    cases(300, 2),
  );
});

test("a sound plan comes back from its Markdown as it was, and is brought in as the same plan", () => {
  fc.assert(
    fc.property(smallPlan, (plan) => {
      const text = planToMarkdown(plan);
      expect(markdownToPlan(text)).toEqual({ ok: true, value: plan });
      expect(importPlan(text)).toEqual({ plan, issues: [] });
    }),
    cases(300, 2),
  );
});

test("a plan of any size comes back from its Markdown as it was", () => {
  fc.assert(
    fc.property(validPlan, (plan) => {
      expect(markdownToPlan(planToMarkdown(plan))).toEqual({ ok: true, value: plan });
    }),
    cases(200, 20),
  );
});
