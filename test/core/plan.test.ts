import { expect, test } from "vitest";
import { hasErrors, type Issue, planSchema, stepSchema } from "#server/core/plan.ts";
import { makePlan, makeStep } from "#test/make.ts";

const check = { path: "state", op: "==", value: null, everySeconds: 1, withinSeconds: 1 };
const precondition = { tool: "read", path: "", op: "exists", value: true };

test("a plan as drafts hold it is accepted, without steps and with every setting", () => {
  const settings = {
    outputSchema: { type: "object" },
    usesRunInput: true,
    tool: "read",
    input: { deep: [null, 1, "$a.output"] },
    agent: "helper",
    check,
    wait: { seconds: 0.5 },
    if: "$a.status",
    onError: "skip_dependents",
    maxAttempts: 10,
    timeoutSeconds: 86_400,
    approval: { reason: "Money", expiresAfterHours: 0.5, approvers: 1 },
    precondition: { ...precondition, input: null },
    verifies: "a",
  };
  const budget = { toolCalls: 0, tokens: 0, costUsd: 0.5, wallSeconds: 0, approvals: 0 };

  expect(planSchema.safeParse(makePlan({})).success).toBe(true);
  expect(planSchema.safeParse({ ...makePlan({}), budget }).success).toBe(true);
  expect(stepSchema.parse({ ...makeStep("a"), ...settings })).toEqual({ ...makeStep("a"), ...settings });
});

const REFUSED: [field: string, value: unknown][] = [
  ["id", ""],
  ["kind", "shell"],
  ["dependsOn", "a"],
  ["status", "completed"],
  ["requireApproval", false],
  ["input", () => null],
  ["maxAttempts", 0],
  ["maxAttempts", 11],
  ["maxAttempts", 1.5],
  ["timeoutSeconds", 0],
  ["timeoutSeconds", 86_401],
  ["onError", "ignore"],
  ["wait", {}],
  ["wait", { seconds: -1 }],
  ["wait", { seconds: 1, until: "2027-01-31" }],
  ["check", { ...check, op: "~" }],
  ["check", { ...check, value: ["list"] }],
  ["check", { ...check, everySeconds: 0 }],
  ["check", { ...check, withinSeconds: 0.5 }],
  ["precondition", { ...precondition, everySeconds: 1 }],
  ["approval", { approvers: 0 }],
  ["approval", { expiresAfterHours: 0 }],
  ["approval", { approved: true }],
];

test.each(REFUSED)("no step has the %s %j", (field, value) => {
  expect(stepSchema.safeParse({ ...makeStep("a"), [field]: value }).success).toBe(false);
});

test("a field that claims authority or progress is no part of a plan, nor is a budget below zero", () => {
  for (const over of [
    { approved: true },
    { status: "done" },
    { budget: { tokens: -1 } },
    { budget: { calls: 1 } },
  ])
    expect(planSchema.safeParse({ ...makePlan({}), ...over }).success).toBe(false);
});

test("a plan with warnings alone has no errors", () => {
  const warning: Issue = { severity: "warning", code: "needs_model", message: "" };

  expect(hasErrors([])).toBe(false);
  expect(hasErrors([warning])).toBe(false);
  expect(hasErrors([warning, { ...warning, severity: "error" }])).toBe(true);
});
