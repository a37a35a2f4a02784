import { expect, test } from "vitest";
import { type MeteredCall, usageOfCalls } from "#server/core/model-usage.ts";

const PRICE = { inputUsd: 1_000_000, cachedInputUsd: 100_000, outputUsd: 2_000_000 };

function call(
  answered: string,
  tokens: MeteredCall["tokens"],
  allowed: MeteredCall["allowed"] = null,
): MeteredCall {
  return { asked: "big", answered, isBuiltin: false, tokens, allowed };
}

const TOKENS = { input: 3, cached: 1, output: 2, reasoning: 0 };
const ALLOWED = { tokens: 50, costUsd: 70 };

test("without a call there is nothing to know", () => {
  expect(usageOfCalls([], {})).toEqual({ inputTokens: 0, outputTokens: 0, cachedTokens: 0, modelCalls: 0 });
});

test("calls add up by the model that answered, with its price", () => {
  const usage = usageOfCalls([call("big", TOKENS), call("small", TOKENS), call("big", TOKENS)], {
    big: PRICE,
  });
  const one = { inputTokens: 3, cachedTokens: 1, outputTokens: 2 };

  expect(usage).toEqual({
    inputTokens: 9,
    outputTokens: 6,
    cachedTokens: 3,
    modelCalls: 3,
    costUsd: 2 * (2 + 0.1 + 4),
    unknownCalls: 0,
    unpricedCalls: 1,
    models: {
      big: { calls: 2, inputTokens: 6, cachedTokens: 2, outputTokens: 4, costUsd: 12.2, price: PRICE },
      small: { calls: 1, ...one, costUsd: null, price: null },
    },
  });
});

test("two calls of a model without a price have no cost", () => {
  const usage = usageOfCalls([call("small", TOKENS), call("small", TOKENS)], {});

  expect(usage).toMatchObject({ costUsd: null, models: { small: { calls: 2, costUsd: null } } });
});

test("a silent call counts as all that it was allowed; one without a price as all its dollars", () => {
  const silent = usageOfCalls([call("big", null, ALLOWED)], { big: PRICE });
  const unpriced = usageOfCalls([call("other", TOKENS, ALLOWED)], { big: PRICE });
  const unlimited = usageOfCalls([call("big", null)], {});

  expect(silent).toMatchObject({ inputTokens: null, costUsd: null, unknownCalls: 1, models: {} });
  expect(silent.assumed).toEqual({ toolCalls: 0, ...ALLOWED });
  expect(unpriced.assumed).toEqual({ toolCalls: 0, tokens: 0, costUsd: 70 });
  expect(unlimited).not.toHaveProperty("assumed");
});
