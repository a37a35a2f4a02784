import { expect, test } from "vitest";
import { budgetLines, raiseSentence, waitingLines } from "#web/run/budget-words.ts";

const NOTHING = { toolCalls: 0, tokens: 0, costUsd: 0, wallSeconds: 0, approvals: 0 };

test("each limit is told with what is used of it, and what attempts under way keep", () => {
  const lines = budgetLines({
    limits: { approvals: 2, wallSeconds: 3_600, costUsd: 2, tokens: 10_000, toolCalls: 1 },
    used: { toolCalls: 1, tokens: 1_204, costUsd: 0.5, wallSeconds: 90, approvals: 0 },
    held: { ...NOTHING, tokens: 8_000 },
    suggested: {},
  });

  expect(lines.map(({ text }) => text)).toEqual([
    "1 of 1 tool call",
    "1,204 of 10,000 tokens, 8,000 kept for attempts under way",
    "$0.50 of $2.00",
    "1 min 30 s of 1 h",
    "0 of 2 approvals",
  ]);
});

test("steps that wait for the same reason are told in one line", () => {
  const step = (number: number, message: string | null) => ({
    number,
    title: `S${number}`,
    error: message === null ? null : { message },
  });

  expect(
    waitingLines([step(1, "Used up."), step(2, "No price."), step(4, "Used up."), step(5, "Used up.")]),
  ).toEqual(["Steps 1, 4 and 5 wait. Used up.", "Step 2 “S2” waits. No price."]);
  expect(waitingLines([step(3, null)])).toEqual(["Step 3 “S3” waits."]);
});

test("a raise is told with what was and what is, and who did it", () => {
  const raise = (data: Parameters<typeof raiseSentence>[0]["data"]) => raiseSentence({ data });

  expect(raise({ from: { toolCalls: 10, costUsd: 0.5 }, to: { costUsd: 1, toolCalls: 20 }, by: "Ana" })).toBe(
    "Budget raised by Ana: tool calls from 10 to 20, dollars from $0.50 to $1.00",
  );
  expect(raise({ from: {}, to: {}, by: "Ana" })).toBe("Budget left as it is, tried again by Ana");
  expect(raise({})).toBe("Budget left as it is, tried again");
});
