import { expect, test } from "vitest";
import type { Budget } from "#server/core/plan.ts";
import { open, said } from "./order-book.ts";

const LIMITS: [string, Budget][] = [
  ["Spend at most 2 dollars a run.", { costUsd: 2 }],
  ["Pay at most $2 a run.", { costUsd: 2 }],
  ["It may cost at most 2 dollars.", { costUsd: 2 }],
  ["Each run may cost 2 dollars at most.", { costUsd: 2 }],
  ["Never exceed $3.", { costUsd: 3 }],
  ["No more than 10 tool calls.", { toolCalls: 10 }],
  ["Max tool calls: 20", { toolCalls: 20 }],
  ["At most 20 tool calls and no more than 10 minutes.", { toolCalls: 20, wallSeconds: 600 }],
  ["At most 2 approvals.", { approvals: 2 }],
  ["It should take no longer than 5 minutes.", { wallSeconds: 300 }],
  ["It mustn't take more than half an hour.", { wallSeconds: 1_800 }],
  ["Stop after an hour.", { wallSeconds: 3_600 }],
  ["Time limit: 10 minutes", { wallSeconds: 600 }],
  ["Cost limit: $2", { costUsd: 2 }],
  ["The run must not take more than 10 minutes and cost no more than $1.", { wallSeconds: 600, costUsd: 1 }],
  ["Budget 5 dollars per run, 1 million tokens.", { costUsd: 5, tokens: 1_000_000 }],
  ["Use at most 5 API calls and 1 million tokens.", { toolCalls: 5, tokens: 1_000_000 }],
];

test.each(LIMITS)("a brief limits its runs: %s", async (words, budget) => {
  const session = open(null);
  await session.say(`Read orders.csv and write it to a.txt. ${words}`);

  expect(session.plan()?.steps).toHaveLength(2);
  expect(session.plan()?.budget).toEqual(budget);
});

test.each([
  "Use at most 3 images.",
  "Write no more than 10 lines.",
  "Stop after 10 rows.",
  "Wait at most 10 minutes for the reply.",
  "The report may take up to 3 pages.",
  "The run may take more than 10 minutes.",
  "Spend at most 20 minutes on research.",
  "Find a hotel for Maria. It may cost at most 200 dollars.",
])("what limits the work is no budget: %s", async (words) => {
  const session = open(null);
  await session.say(`Read orders.csv and write it to a.txt. ${words}`);

  expect(session.plan()?.budget).toBeUndefined();
});

test("a limit beside the work of an item is about that item", async () => {
  const session = open(null);
  await session.say("1. Read orders.csv. No more than 10 minutes.\n2. Write it to a.txt");

  expect(session.plan()?.budget).toBeUndefined();
});

test.each<[string, Budget]>([
  ["spend at most 2 dollars a run", { costUsd: 2 }],
  ["no more than 10 tool calls", { toolCalls: 10 }],
  ["it may cost at most 2 dollars", { costUsd: 2 }],
  ["cost limit: $2", { costUsd: 2 }],
])("a message to a plan limits its runs: %s", async (words, budget) => {
  expect((await said(words)).plan?.budget).toEqual(budget);
});
