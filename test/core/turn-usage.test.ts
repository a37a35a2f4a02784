import { expect, test } from "vitest";
import {
  addTurnUsage,
  arePossible,
  type ModelCall,
  turnUsage,
  turnUsageSchema,
} from "#server/core/turn-usage.ts";

const prices = { big: { inputUsd: 2, cachedInputUsd: 0.5, outputUsd: 10 } };

function call(over: Partial<ModelCall> = {}): ModelCall {
  const tokens = { input: 1_000, cached: 400, output: 100, reasoning: 30 };
  return { asked: "big", answered: "big-2025-12-11", isBuiltin: false, tokens, ...over };
}

test("the calls of a turn are added up, with the cost and the prices of the time", () => {
  const usage = turnUsage([call(), call()], prices, 2_345.6);

  expect(turnUsageSchema.parse(usage)).toEqual({
    model: "big-2025-12-11",
    modelCalls: 2,
    unknownCalls: 0,
    inputTokens: 2_000,
    cachedTokens: 800,
    outputTokens: 200,
    reasoningTokens: 60,
    milliseconds: 2_346,
    costUsd: (2 * (600 * 2 + 400 * 0.5 + 100 * 10)) / 1e6,
    prices,
  });
});

test("a call that did not say what it used is counted as unknown, and the rest is a least amount", () => {
  const usage = turnUsage([call(), call({ tokens: null })], prices, 0);

  expect(usage).toMatchObject({ modelCalls: 2, unknownCalls: 1, inputTokens: 1_000 });
  expect(usage.costUsd).toBeCloseTo(0.0024, 10);
});

test("nothing is known of the cost when no call said what it used, or one had no price", () => {
  expect(turnUsage([call({ tokens: null })], prices, 0).costUsd).toBeNull();
  expect(turnUsage([call(), call({ answered: "other" })], prices, 0)).toMatchObject({
    costUsd: null,
    inputTokens: 2_000,
    prices,
  });
  expect(turnUsage([call()], {}, 0)).toMatchObject({ costUsd: null, prices: {} });
});

test("the built-in planner and a turn without a call use no tokens and cost nothing", () => {
  const builtin = turnUsage([call({ isBuiltin: true, answered: "planner-1" })], prices, 12);

  expect(builtin).toMatchObject({
    model: "builtin",
    modelCalls: 1,
    inputTokens: 0,
    unknownCalls: 0,
    costUsd: 0,
  });
  expect(turnUsage([], prices, 12)).toMatchObject({ model: null, modelCalls: 0, costUsd: 0 });
});

test("two tries at one message add up, and an unknown part stays unknown", () => {
  const known = turnUsage([call()], prices, 1_000);
  const failed = turnUsage([call({ tokens: null })], prices, 500);
  const unpriced = turnUsage([call()], {}, 100);

  expect(addTurnUsage(failed, known)).toMatchObject({
    modelCalls: 2,
    unknownCalls: 1,
    inputTokens: 1_000,
    milliseconds: 1_500,
    costUsd: known.costUsd,
    prices,
  });
  expect(addTurnUsage(known, failed).costUsd).toBe(known.costUsd);
  expect(addTurnUsage(failed, failed).costUsd).toBeNull();
  expect(addTurnUsage(unpriced, known).costUsd).toBeNull();
  expect(addTurnUsage(known, turnUsage([], {}, 1)).model).toBe("big-2025-12-11");
});

test.each([
  ["as they are", {}, true],
  ["without an output", { output: 0, reasoning: 0 }, true],
  ["wholly cached and wholly thought", { cached: 1_000, reasoning: 100 }, true],
  ["without any input", { input: 0, cached: 0 }, false],
  ["below zero", { output: -1 }, false],
  ["in fractions", { input: 1_000.5 }, false],
  ["beyond any model", { output: 1e15 }, false],
  ["without end", { input: Number.POSITIVE_INFINITY }, false],
  ["that are no numbers", { output: Number.NaN }, false],
  ["with more cached than there is input", { cached: 1_001 }, false],
  ["with more thought than there is output", { reasoning: 101 }, false],
])("tokens %s are possible or not", (_how, over, possible) => {
  expect(arePossible({ input: 1_000, cached: 400, output: 100, reasoning: 30, ...over })).toBe(possible);
});
