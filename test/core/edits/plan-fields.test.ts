import { expect, test } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import { diamond, edited, refusal, refusals } from "./edits-make.ts";

const budget = (limits: object): PlanEdit => ({
  op: "set_plan",
  changes: [
    {
      field: "budget",
      toolCalls: null,
      tokens: null,
      costUsd: null,
      wallSeconds: null,
      approvals: null,
      ...limits,
    },
  ],
});

test("the plan's own fields change alone, and a budget without limits is none", () => {
  const set = edited(diamond(), [
    {
      op: "set_plan",
      changes: [
        { field: "title", value: "New" },
        { field: "objective", value: "Aim" },
        { field: "completionCriteria", value: "Done" },
        { field: "assumptions", value: ["A"] },
        { field: "tags", value: ["x"] },
      ],
    },
    budget({ toolCalls: 5 }),
  ]).plan;

  expect(set).toEqual({
    ...diamond(),
    title: "New",
    objective: "Aim",
    completionCriteria: "Done",
    assumptions: ["A"],
    tags: ["x"],
    budget: { toolCalls: 5 },
  });
  expect(edited(set, [budget({})]).plan).not.toHaveProperty("budget");
});

test("a limit of the budget that lets no run do anything, or is no number, is refused by name", () => {
  const table: [object, string][] = [
    [{ costUsd: -1 }, "costUsd cannot be -1. Set it to a number above 0"],
    [{ costUsd: 0 }, "costUsd cannot be 0. Set it to a number above 0"],
    [{ costUsd: Number.POSITIVE_INFINITY }, "costUsd cannot be Infinity. Set it to a number above 0"],
    [{ toolCalls: 0 }, "toolCalls cannot be 0. Set it to a whole number from 1"],
    [{ tokens: 1.5 }, "tokens cannot be 1.5. Set it to a whole number from 1"],
    [{ wallSeconds: 0 }, "wallSeconds cannot be 0. Set it to a whole number from 1"],
    [{ approvals: -1 }, "approvals cannot be -1. Set it to a whole number from 0"],
  ];
  for (const [limits, says] of table) {
    expect(refusal(diamond(), [budget(limits)])).toBe(
      `budget_range: The budget's ${says}, or to null for no limit.`,
    );
  }
  expect(refusals(diamond(), [budget({ toolCalls: 0, tokens: 0 })])).toHaveLength(2);
  const least = { toolCalls: 1, tokens: 1, costUsd: 0.01, wallSeconds: 1, approvals: 0 };
  expect(edited(diamond(), [budget(least)]).plan.budget).toEqual(least);
});
