import { expect, test } from "vitest";
import type { RunBudget } from "#server/core/views.ts";
import { budgetNow, readLimits } from "#web/run/budget-draft.ts";

const NOTHING = { toolCalls: 0, tokens: 0, costUsd: 0, wallSeconds: 0, approvals: 0 };
const budget: RunBudget = {
  limits: { toolCalls: 7, wallSeconds: 5, costUsd: 1 },
  used: { ...NOTHING, toolCalls: 7, wallSeconds: 5.6 },
  held: NOTHING,
  suggested: { toolCalls: 14, wallSeconds: 10 },
};

test("time counts on while a run waits, and what is proposed leaves room to answer", () => {
  for (const seconds of [0, 5, 60, 3_600]) {
    const now = budgetNow(budget, seconds);

    expect(now.used.wallSeconds).toBe(5.6 + seconds);
    expect(now.suggested.wallSeconds).toBeGreaterThanOrEqual(5.6 + seconds + 60);
    expect(now.suggested.toolCalls).toBe(14);
  }
  expect(budgetNow({ ...budget, suggested: {} }, 60).suggested).toEqual({});
});

test("what does not raise a limit is refused in the words of the card", () => {
  const refusal = (limit: "toolCalls" | "wallSeconds" | "costUsd", text: string) => {
    const read = readLimits([{ limit, text }], budgetNow(budget, 20));
    return read.ok ? read.value : read.error.message;
  };

  expect(refusal("toolCalls", "7")).toBe("7 tool calls would not raise the budget: the limit is 7 now.");
  expect(refusal("toolCalls", "1.5")).toBe("“1.5” is not a whole number. Give 1 or 2.");
  expect(refusal("toolCalls", "")).toBe("“” is not a number. Give one, for example 20.");
  expect(refusal("toolCalls", "100000000000000000000")).toContain("too much. Give at most");
  expect(refusal("wallSeconds", "10")).toBe("The run has used 26 s already. 10 s would be over at once.");
  expect(refusal("costUsd", "1.5")).toEqual({ costUsd: 1.5 });
  expect(refusal("wallSeconds", "90")).toEqual({ wallSeconds: 90 });
});
