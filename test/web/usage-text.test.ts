import { expect, test } from "vitest";
import { runsFacts, usageText } from "#web/run/usage-text.ts";

const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, toolCalls: 0, modelCalls: 0, seconds: 1 };

test.each([
  [{}, "no calls"],
  [{ toolCalls: 2 }, "2 tool calls"],
  [
    { toolCalls: 1, modelCalls: 1, inputTokens: 1_000, outputTokens: 204 },
    "1 tool call, 1 model call, 1,204 tokens, cost unknown",
  ],
  [{ modelCalls: 2, inputTokens: null, outputTokens: null }, "2 model calls, tokens unknown, cost unknown"],
  [{ toolCalls: 1, inputTokens: null, outputTokens: null }, "1 tool call"],
  [
    { modelCalls: 1, inputTokens: 10, outputTokens: 2, costUsd: 0.0021, unknownCalls: 0, unpricedCalls: 0 },
    "1 model call, 12 tokens, $0.0021",
  ],
  [
    { modelCalls: 2, inputTokens: 10, outputTokens: 2, costUsd: 0.5, unknownCalls: 1 },
    "2 model calls, at least 12 tokens, at least $0.50",
  ],
  [
    { modelCalls: 1, inputTokens: 9, outputTokens: 2, costUsd: null, unpricedCalls: 1 },
    "1 model call, 11 tokens, no price",
  ],
  [
    { modelCalls: 1, inputTokens: null, costUsd: null, assumed: { toolCalls: 1, tokens: 9_000, costUsd: 2 } },
    "1 model call, tokens unknown, cost unknown, and 1 tool call, 9,000 tokens, $2.00 counted against the budget for calls that did not tell",
  ],
])("%j of a run reads %j", (used, words) => {
  expect(usageText({ ...usage, ...used })).toBe(words);
});

test("the runs of an agent are summed up, with a line for each model", () => {
  const none = { unknownCalls: 0, unpricedCalls: 0, costUsd: 0, models: {} };
  const model = {
    calls: 2,
    inputTokens: 1_000,
    cachedTokens: 0,
    outputTokens: 20,
    costUsd: 0.5,
    price: null,
  };
  const some = {
    modelCalls: 4,
    toolCalls: 1,
    inputTokens: 1_500,
    unknownCalls: 1,
    unpricedCalls: 2,
    costUsd: 0.5,
  };
  const other = { ...model, costUsd: null };

  expect(runsFacts({ ...usage, ...none, runs: 0 })).toEqual([
    { name: "Runs", value: "None has used anything yet" },
  ]);
  expect(runsFacts({ ...usage, ...none, runs: 1 }).at(-1)).toEqual({ name: "Cost", value: "$0" });
  expect(runsFacts({ ...usage, ...some, runs: 3, models: { big: model, small: other } })).toEqual([
    { name: "Runs", value: "3" },
    { name: "Tool calls", value: "1" },
    { name: "Model calls", value: "4, 1 call did not tell" },
    { name: "Tokens", value: "1,500 in, 0 of them cached, 0 out" },
    { name: "Cost", value: "at least $0.50" },
    { name: "big", value: "2 calls, 1,000 in, 20 out, $0.50" },
    { name: "small", value: "2 calls, 1,000 in, 20 out, no price" },
  ]);
});
