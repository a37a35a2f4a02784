import { expect, test } from "vitest";
import { retryWaitMs } from "#server/core/run-rules/backoff.ts";
import { runFolder } from "#server/core/run-rules/run-folder.ts";
import { planStep, prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import { addUsage, assumedUsage, NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";

test("the wait before another try grows from a second over six to a minute, half of it by chance", () => {
  const waits: [attempt: number, jitter: number, retryAfterMs: number | undefined, wait: number][] = [
    [1, 1, undefined, 1_000],
    [1, 0, undefined, 500],
    [2, 0.5, undefined, 4_500],
    [3, 1, undefined, 36_000],
    [7, 1, undefined, 60_000],
    [10, 0, undefined, 30_000],
    [2, 0.333_33, undefined, 4_000],
    [1, 1, 5_000, 5_000],
    [7, 1, 5_000, 60_000],
    [1, 1, -5_000, 1_000],
    [1, 1, 1e12, 86_400_000],
    [1, 1, Number.NaN, 1_000],
    [1, 1, Number.POSITIVE_INFINITY, 1_000],
  ];
  for (const [attempt, jitter, retryAfterMs, wait] of waits)
    expect([attempt, jitter, retryWaitMs(attempt, jitter, retryAfterMs)]).toEqual([attempt, jitter, wait]);
});

test("usage adds up; tokens that one side does not know are those of the other", () => {
  const some = { ...NO_USAGE, inputTokens: 5, toolCalls: 1, modelCalls: 2, seconds: 3 };
  const more = { ...some, outputTokens: 7, inputTokens: 1, cachedTokens: 4 };

  expect(addUsage(null, null)).toBeNull();
  expect(addUsage(some, null)).toBe(some);
  expect(addUsage(null, some)).toBe(some);
  const sum = { inputTokens: 6, outputTokens: 7, cachedTokens: 4, toolCalls: 2, modelCalls: 4, seconds: 6 };
  expect(addUsage(some, more)).toEqual(sum);
  expect(addUsage(more, some)).toEqual(sum);
  expect(addUsage(NO_USAGE, NO_USAGE)).toEqual(NO_USAGE);
});

test("cost, calls without a count and sums by model add up where one side has them", () => {
  const price = { inputUsd: 1, cachedInputUsd: 1, outputUsd: 1 };
  const model = { calls: 1, inputTokens: 2, cachedTokens: 0, outputTokens: 3, costUsd: 0.5, price };
  const assumed = { toolCalls: 1, tokens: 10, costUsd: 0.25 };
  const some = {
    ...NO_USAGE,
    costUsd: 0.5,
    unknownCalls: 1,
    unpricedCalls: 0,
    models: { big: model },
    assumed,
  };
  const more = {
    ...some,
    costUsd: null,
    models: { big: { ...model, costUsd: null, price: null }, small: model },
  };

  expect(addUsage(NO_USAGE, some)).toEqual(some);
  expect(addUsage(some, more)).toEqual({
    ...NO_USAGE,
    costUsd: 0.5,
    unknownCalls: 2,
    unpricedCalls: 0,
    models: {
      big: { calls: 2, inputTokens: 4, cachedTokens: 0, outputTokens: 6, costUsd: 0.5, price: null },
      small: model,
    },
    assumed: { toolCalls: 2, tokens: 20, costUsd: 0.5 },
  });
  expect(addUsage(some, some)?.models?.["big"]).toMatchObject({ calls: 2, costUsd: 1, price });
});

test("a try that told nothing counts as what it was allowed", () => {
  const allowance = { toolCalls: 1, tokens: null, costUsd: 2, seconds: null };

  expect(assumedUsage(allowance, 3)).toEqual({
    ...NO_USAGE,
    seconds: 3,
    assumed: { toolCalls: 1, tokens: 0, costUsd: 2 },
  });
  expect(assumedUsage({ ...allowance, toolCalls: null, costUsd: null })).toEqual(NO_USAGE);
  expect(assumedUsage(null)).toEqual(NO_USAGE);
});

test("each run has a folder of its own", () => {
  expect(runFolder("/data", "run_1")).toBe("/data/runs/run_1");
});

test("asking a run's plan for a step that it does not have is a fault of the program", () => {
  const plan = prepareRunPlan(makePlan({ a: [] }));

  expect(planStep(plan, "a").id).toBe("a");
  expect(() => planStep(plan, "b")).toThrow('The plan of this run has no step "b"');
});
