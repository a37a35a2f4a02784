import { expect, test } from "vitest";
import type { Budget } from "#server/core/plan.ts";
import { open, orders, said } from "./order-book.ts";

test.each<[string, Budget]>([
  ["limit the run to 12 tool calls", { toolCalls: 12 }],
  ["Limit the run to 10 minutes.", { wallSeconds: 600 }],
  ["limit the run to 2 dollars", { costUsd: 2 }],
  ["Limit each run to $2.50", { costUsd: 2.5 }],
  ["limit the tool calls to 12", { toolCalls: 12 }],
  ["limit the cost to 50 cents", { costUsd: 0.5 }],
  ["cap the tokens at 20,000 tokens", { tokens: 20_000 }],
  ["a run may cost at most 3 dollars", { costUsd: 3 }],
  ["The run may take at most two hours.", { wallSeconds: 7_200 }],
  ["the run must not use more than 30 tool calls", { toolCalls: 30 }],
  ["use at most 12 tool calls", { toolCalls: 12 }],
  ["spend no more than 5 dollars per run", { costUsd: 5 }],
  ["at most 12 tool calls per run", { toolCalls: 12 }],
  ["stop the run after 15 minutes", { wallSeconds: 900 }],
  ["set a budget of 12 tool calls", { toolCalls: 12 }],
  ["budget: 12 tool calls", { toolCalls: 12 }],
  ["limit the run to 12 tool calls and 10 minutes", { toolCalls: 12, wallSeconds: 600 }],
  ["Limit the run to 12 tool calls. Limit the run to 10 minutes.", { toolCalls: 12, wallSeconds: 600 }],
])("a limit of what a run may use is the plan's budget: %s", async (words, budget) => {
  const { plan } = await said(words);

  expect(plan?.budget).toEqual(budget);
  expect(plan?.steps).toEqual(orders.steps);
});

test("a limit leaves the others as they are", async () => {
  const session = open();
  for (const words of ["limit the run to 12 tool calls", "limit the run to 2 dollars"])
    await session.say(words);

  expect(session.plan()?.budget).toEqual({ toolCalls: 12, costUsd: 2 });
});

test.each(["step 2 may take at most 10 minutes", "limit step 2 to 10 minutes"])(
  "a limit of a step is no budget: %s",
  async (words) => {
    const { plan } = await said(words);

    expect(plan?.budget).toBeUndefined();
    expect(plan?.steps[1]?.timeoutSeconds).toBe(600);
  },
);

const LIST = "1. Read the file orders.csv\n2. Write it to a.txt";

test.each([
  `${LIST}\n\nLimit the run to 12 tool calls.`,
  `${LIST}\n3. Limit the run to 12 tool calls.`,
  `Limit the run to 12 tool calls.\n\n${LIST}`,
  "Read the file orders.csv and write it to a.txt. Limit the run to 12 tool calls.",
])("in a brief a limit is no step but the plan's budget: %s", async (brief) => {
  const session = open(null);
  const { reply } = await session.say(brief);
  expect(session.plan()?.steps).toHaveLength(2);
  expect(reply).toContain("The budget limits toolCalls to 12.");
  expect(session.plan()?.budget).toEqual({ toolCalls: 12 });
});

test.each([
  `Every Monday report for the shop.\n\n${LIST}`,
  `Weekly report for the shop.\n\n${LIST}`,
  `Every Monday at 8:00: summary of the orders.\n\n${LIST}`,
])("what names the whole in front of a list is no step: %s", async (brief) => {
  const session = open(null);
  await session.say(brief);

  expect(session.plan()?.steps.map(({ title }) => title)).toEqual([
    "Read the file orders.csv",
    "Write it to a.txt",
  ]);
});

test("work in front of a list stays work", async () => {
  const session = open(null);
  await session.say(`Check the stock.\n\n${LIST}`);

  expect(session.plan()?.steps).toHaveLength(3);
});
