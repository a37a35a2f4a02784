import { expect, test } from "vitest";
import { usageText } from "#web/run/usage-text.ts";

const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, toolCalls: 0, modelCalls: 0, seconds: 1 };

test.each([
  [{}, "no calls"],
  [{ toolCalls: 2 }, "2 tool calls"],
  [
    { toolCalls: 1, modelCalls: 1, inputTokens: 1_000, outputTokens: 204 },
    "1 tool call, 1 model call, 1,204 tokens",
  ],
  [{ modelCalls: 2, inputTokens: null, outputTokens: null }, "2 model calls, tokens unknown"],
  [{ toolCalls: 1, inputTokens: null, outputTokens: null }, "1 tool call"],
])("%j of a run reads %j", (used, words) => {
  expect(usageText({ ...usage, ...used })).toBe(words);
});
