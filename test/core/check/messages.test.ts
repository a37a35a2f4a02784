import { expect, test } from "vitest";
import { validatePlan } from "#server/core/plan-check.ts";
import { brokenPlans } from "./broken-plans.ts";
import { workspace } from "./make-broken.ts";

test.each(brokenPlans)("$code is said in these words: $message", ({ code, at, plan, over, message, say }) => {
  const found = validatePlan(plan, { ...workspace, ...over }).filter((issue) => issue.code === code);

  const told = found.map((issue) => ({
    at: [issue.severity, issue.stepNumber, issue.path].filter((part) => part !== undefined).join(" "),
    message: issue.message,
    say: issue.say,
  }));
  expect(told).toContainEqual({ at, message, say });
});
