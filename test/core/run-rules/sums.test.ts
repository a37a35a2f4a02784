import { expect, test } from "vitest";
import { retryWaitMs } from "#server/core/run-rules/backoff.ts";
import { runFolder } from "#server/core/run-rules/run-folder.ts";
import { planStep, prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import { addUsage, NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";

test("the wait before another try doubles from a second to a minute, half of it by chance", () => {
  const waits: [attempt: number, jitter: number, retryAfterMs: number | undefined, wait: number][] = [
    [1, 1, undefined, 1_000],
    [1, 0, undefined, 500],
    [2, 0.5, undefined, 1_500],
    [6, 1, undefined, 32_000],
    [7, 1, undefined, 60_000],
    [10, 0, undefined, 30_000],
    [2, 0.333_33, undefined, 1_334],
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

test("each run has a folder of its own", () => {
  expect(runFolder("/data", "run_1")).toBe("/data/runs/run_1");
});

test("asking a run's plan for a step that it does not have is a fault of the program", () => {
  const plan = prepareRunPlan(makePlan({ a: [] }));

  expect(planStep(plan, "a").id).toBe("a");
  expect(() => planStep(plan, "b")).toThrow('The plan of this run has no step "b"');
});
