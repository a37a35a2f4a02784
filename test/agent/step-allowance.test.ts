import { afterAll, expect, test } from "vitest";
import type { Allowance } from "#server/core/attempt.ts";
import { MEETS, openStepWorld } from "#test/agent/step-world.ts";
import { formOf, largestAnswer } from "#test/largest-answer.ts";
import { apiError, jsonText, reset, text, truncated } from "#test/openai-simulator.ts";

const world = await openStepWorld();
afterAll(() => world.close());
const { simulator } = world;

const PRICE = { inputUsd: 100, cachedInputUsd: 10, outputUsd: 1_000 };
const prices = { "sim-model": PRICE };
// What the simulator reports for each call: 12 tokens in, 4 of them cached, and 7 out.
const ONE_CALL = (8 * 100 + 4 * 10 + 7 * 1_000) / 1e6;

function allowed(over: Partial<Allowance>) {
  return { request: { allowance: { toolCalls: null, tokens: null, costUsd: null, seconds: null, ...over } } };
}

const largest = largestAnswer((request) => (formOf(request) === null ? "Done." : JSON.stringify(MEETS)));
const unjudged = { expectedOutput: "" };

test("every call of a try is accounted for by the model that answered, at the price of the time", async () => {
  simulator.reply(text("Done."), jsonText(MEETS));
  const { usage } = await world.think({ step: {}, prices });

  expect(usage.costUsd).toBeCloseTo(2 * ONE_CALL, 10);
  expect(usage).toMatchObject({
    inputTokens: 24,
    unknownCalls: 0,
    unpricedCalls: 0,
    models: { "sim-model": { calls: 2, inputTokens: 24, cachedTokens: 8, outputTokens: 14, price: PRICE } },
  });
  expect(usage).not.toHaveProperty("assumed");
});

test("a model without a price has tokens and no cost", async () => {
  simulator.reply(text("Done."), jsonText(MEETS));

  expect((await world.think({ step: {} })).usage).toMatchObject({
    costUsd: null,
    unpricedCalls: 2,
    models: { "sim-model": { calls: 2, costUsd: null, price: null } },
  });
});

test.each([6_000, 20_000, 60_000])(
  "a try with %i tokens stays within them, its judgement included, however much the model writes",
  async (tokens) => {
    const forget = simulator.replyTo("", largest, largest);
    const { usage } = await world.think({ step: {}, ...allowed({ tokens }) });
    forget();
    const used = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);

    expect(used).toBeLessThanOrEqual(tokens);
    expect(used).toBeGreaterThan(tokens > 40_000 ? 32_000 : tokens * 0.8);
    expect(usage.modelCalls).toBe(tokens > 16_000 ? 2 : 1);
  },
);

test("a call that could be longer than its part in dollars is cut to it", async () => {
  simulator.reply(largest);
  const { usage } = await world.think({ step: unjudged, prices, ...allowed({ costUsd: 1.5 }) });

  expect(usage.costUsd).toBeLessThanOrEqual(1.5);
  expect(usage.costUsd).toBeGreaterThan(1.4);
});

test("a call whose input does not fit is not made, and says what it would need", async () => {
  const from = simulator.requests.length;
  const result = await world.think({ step: {}, ...allowed({ tokens: 900 }) });

  expect(simulator.requests).toHaveLength(from);
  expect(result).toMatchObject({
    type: "over_budget",
    input: null,
    needed: { tokens: expect.any(Number), costUsd: null },
    usage: { modelCalls: 0 },
  });
  expect(result.type === "over_budget" && result.error.message).toMatch(
    /^The next call of a language model for Step 3 "Act" may use \d+ tokens, and of the run's budget 900 can be given to it\.$/,
  );
});

test("what it says it needs is enough", async () => {
  const short = await world.think({ step: unjudged, prices, ...allowed({ tokens: 10, costUsd: 0.01 }) });
  const needed = short.type === "over_budget" ? short.needed : null;
  simulator.reply(text("Done."));

  expect((await world.think({ step: unjudged, prices, ...allowed(needed ?? {}) })).type).toBe("completed");
});

test("a judgement that does not fit gives the try back with what thinking took", async () => {
  simulator.reply(largest);
  const result = await world.think({ step: {}, ...allowed({ tokens: 8_000 }) });

  expect(result).toMatchObject({ type: "over_budget", usage: { modelCalls: 1 } });
  const used = (result.usage.inputTokens ?? 0) + (result.usage.outputTokens ?? 0);
  expect(result.type === "over_budget" && result.needed?.tokens).toBeGreaterThan(used + 500);
});

test("a step with a budget in dollars and a model without a price waits, and says which price to set", async () => {
  const from = simulator.requests.length;
  const result = await world.think({ step: {}, prices: { other: PRICE }, ...allowed({ costUsd: 5 }) });

  expect(simulator.requests).toHaveLength(from);
  expect(result).toMatchObject({
    type: "over_budget",
    needed: null,
    error: {
      message:
        'Step 3 "Act" calls the model "sim-model", which has no price, so the run\'s budget in dollars could not be kept. Set its price in the settings, then try again.',
    },
  });
});

test("prices that cannot be read are looked for again later", async () => {
  const down = () => Promise.reject(new Error("The database is down."));

  expect(await world.think({ step: {}, readPrices: down, ...allowed({ costUsd: 5 }) })).toMatchObject({
    type: "failed",
    retry: "temporary",
  });
});

test("a call that breaks off without a word counts as all that it was allowed; a refused one as nothing", async () => {
  simulator.reply(reset());
  const broken = await world.think({ step: unjudged, prices, ...allowed({ tokens: 9_000, costUsd: 30 }) });
  simulator.reply(apiError(429, "Later."));
  const refused = await world.think({ step: unjudged, prices, ...allowed({ tokens: 9_000 }) });
  simulator.reply(apiError(500, "oops"));
  const failed = await world.think({ step: unjudged, ...allowed({ tokens: 9_000 }) });

  expect(broken.usage).toMatchObject({ inputTokens: null, unknownCalls: 1, assumed: { tokens: 9_000 } });
  expect(broken.usage.assumed?.costUsd).toBeGreaterThan(7);
  expect(refused.usage).toMatchObject({ unknownCalls: 1 });
  expect(refused.usage).not.toHaveProperty("assumed");
  expect(failed.usage.assumed?.tokens).toBe(9_000);
});

test("an answer cut off at the budget's length gives the try back and asks for twice as much", async () => {
  simulator.reply(largestAnswer(() => "Once upon", "length"));
  const result = await world.think({ step: unjudged, ...allowed({ tokens: 5_000 }) });

  expect(result).toMatchObject({ type: "over_budget", needed: { tokens: 10_000 } });
  expect(result.type === "over_budget" && result.error.message).toMatch(
    /^The model's answer was cut off after \d+ tokens, which is all that the run's budget allowed it\.$/,
  );
});

test("an answer cut off at the model's own length is a wrong answer as ever", async () => {
  simulator.reply(truncated("Once upon"), truncated("Once upon"));

  expect(await world.think({ step: unjudged, ...allowed({ tokens: 5_000 }) })).toMatchObject({
    retry: "now",
  });
  expect(await world.think({ step: unjudged, ...allowed({ tokens: 90_000 }) })).toMatchObject({
    retry: "now",
  });
});

test("a tool that needs no model runs with an allowance of nothing, and its judgement waits for more", async () => {
  const step = { kind: "tool", tool: "list_files", input: { path: "." }, ...unjudged } as const;
  const none = allowed({ tokens: 0, costUsd: 0 });

  expect(await world.think({ step, prices, ...none })).toMatchObject({ type: "completed" });
  expect(
    await world.think({ step: { ...step, expectedOutput: "All files." }, prices, ...none }),
  ).toMatchObject({
    type: "over_budget",
    usage: { toolCalls: 1, modelCalls: 0 },
  });
});

test("without a limit no length is asked for", async () => {
  simulator.reply(text("Done."));
  await world.think({ step: unjudged, ...allowed({ toolCalls: 1, seconds: 5 }) });

  expect(simulator.requests.at(-1)?.body).not.toHaveProperty("max_output_tokens");
});
