import { expect, test } from "vitest";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { Budget } from "#server/core/plan.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { done } from "./results.ts";
import { openRun } from "./walk.ts";

const chain = makePlan({ a: [], b: ["a"] }, { b: { kind: "tool", tool: "read" } });

function spent(usage: Partial<typeof NO_USAGE>): AttemptResult {
  return { ...done(), usage: { ...NO_USAGE, ...usage } };
}

/** The run after a reasoning step that cost so much, before another one. */
function afterCost(budget: Budget, usage: Partial<typeof NO_USAGE>, seconds = 0) {
  const run = openRun({ ...makePlan({ a: [], b: ["a"] }), budget });
  run.look();
  run.wait(seconds * 1_000);
  run.settle("a", spent(usage));
  return run;
}

test("a step pauses when the run's tokens are used up, those of the input and of the answer together", () => {
  const run = afterCost({ tokens: 10 }, { inputTokens: 6, outputTokens: 4 });

  expect(run.standing()).toEqual({ a: "completed", b: "paused/budget" });
  expect(run.step("b").error).toEqual({ message: "The run's budget of 10 tokens is used up." });
  expect(run.step("b")).toMatchObject({ attempt: 0, startedAt: run.now() });
  expect(run.state().status).toBe("paused");
});

test("a budget that has room left starts the next step", () => {
  for (const budget of [{ tokens: 11 }, { toolCalls: 0 }, { wallSeconds: 61 }, {}])
    expect(afterCost(budget, { inputTokens: 10, outputTokens: null }, 60).standing()["b"]).toBe("running");
});

test("tokens count for reasoning alone, and tool calls for steps that have a tool", () => {
  const tokens = openRun({ ...chain, budget: { tokens: 1 } });
  tokens.look();
  tokens.settle("a", spent({ inputTokens: 5 }));
  const calls = openRun({ ...chain, budget: { toolCalls: 0 } });
  calls.look();
  calls.settle("a", done());

  expect(tokens.standing()["b"]).toBe("running");
  expect(calls.standing()).toEqual({ a: "completed", b: "paused/budget" });
  expect(calls.step("b").error).toEqual({ message: "The run's budget of 0 tool calls is used up." });
});

test("the time of a run is counted from its start", () => {
  const run = afterCost({ wallSeconds: 60 }, {}, 60);
  const none = openRun({ ...makePlan({ a: [] }), budget: { wallSeconds: 0 } });
  none.look();

  expect(run.step("b")).toMatchObject({
    reason: "budget",
    error: { message: "The run's budget of 60 seconds is used up." },
  });
  expect(none.standing()).toEqual({ a: "paused/budget" });
});
