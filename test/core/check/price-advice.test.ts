import { expect, test } from "vitest";
import type { Budget } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";

const READ = {
  name: "read",
  description: "",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  policy: "allowed",
} as const;

function warnings(budget: Budget, unpricedModel?: string, step = {}): string[] {
  const plan = { ...makePlan({ a: [] }, { a: step }), budget };
  const workspace = { tools: [READ], agents: [], hasModel: true, unpricedModel };
  return validatePlan(plan, workspace).map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

test("a budget in dollars and a thinking step whose model has no price are told of before the run", () => {
  expect(warnings({ costUsd: 1 }, "big")).toEqual(["warning no_price budget.costUsd"]);
  expect(warnings({ costUsd: 1 })).toEqual([]);
  expect(warnings({ tokens: 1 }, "big")).toEqual([]);
  expect(warnings({ costUsd: 1 }, "big", { kind: "tool", tool: "read", input: {} })).toEqual([]);
});
