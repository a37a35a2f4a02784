import { expect, test } from "vitest";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { Budget } from "#server/core/plan.ts";
import type { Usage } from "#server/core/run.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { done } from "./results.ts";
import { openRun } from "./walk.ts";

const chain = makePlan({ a: [], b: ["a"] }, { b: { kind: "tool", tool: "read" } });

function spent(usage: Partial<Usage>): AttemptResult {
  return { ...done(), usage: { ...NO_USAGE, ...usage } };
}

/** The run after a reasoning step that cost so much, before another one. */
function afterCost(budget: Budget, usage: Partial<Usage>, seconds = 0) {
  const run = openRun({ ...makePlan({ a: [], b: ["a"] }), budget });
  run.look();
  run.wait(seconds * 1_000);
  run.settle("a", spent(usage));
  return run;
}

/** As many steps as names, side by side, each of them a tool's. */
function calls(names: string[], budget: Budget, over: object = {}) {
  const graph = Object.fromEntries(names.map((name) => [name, []]));
  const step = { kind: "tool", tool: "read", ...over } as const;
  return openRun({ ...makePlan(graph, Object.fromEntries(names.map((name) => [name, step]))), budget });
}

test("a step pauses when the run's tokens are used up, those of the input and of the answer together", () => {
  const run = afterCost({ tokens: 10 }, { inputTokens: 6, outputTokens: 4 });

  expect(run.standing()).toEqual({ a: "completed", b: "paused/budget" });
  expect(run.step("b").error).toEqual({ message: "The run's budget of 10 tokens is used up." });
  expect(run.step("b")).toMatchObject({ attempt: 0, startedAt: run.now() });
  expect(run.state().status).toBe("paused");
});

test("a step pauses when the run's dollars are used up, and what a silent call may have cost counts", () => {
  const run = afterCost({ costUsd: 2.5 }, { costUsd: 0.5, assumed: { toolCalls: 0, tokens: 9, costUsd: 2 } });

  expect(run.step("b")).toMatchObject({
    reason: "budget",
    error: { message: "The run's budget of $2.5 is used up." },
  });
});

test("a budget that has room left starts the next step", () => {
  for (const budget of [{ tokens: 11 }, { toolCalls: 0 }, { wallSeconds: 61 }, { costUsd: 0.1 }, {}])
    expect(afterCost(budget, { inputTokens: 10, outputTokens: null }, 60).standing()["b"]).toBe("running");
});

test("tokens stop reasoning alone, and tool calls stop steps that have a tool", () => {
  const tokens = openRun({ ...chain, budget: { tokens: 1 } });
  tokens.look();
  tokens.settle("a", spent({ inputTokens: 5 }));
  const toolCalls = openRun({ ...chain, budget: { toolCalls: 0 } });
  toolCalls.look();
  toolCalls.settle("a", done());

  expect(tokens.standing()["b"]).toBe("running");
  expect(tokens.step("b").reserved).toEqual({ tokens: 0, costUsd: null });
  expect(toolCalls.standing()).toEqual({ a: "completed", b: "paused/budget" });
  expect(toolCalls.step("b").error).toEqual({ message: "The run's budget of 0 tool calls is used up." });
});

test("the time of a run is counted from its start, and a try gets no more than is left of it", () => {
  const run = afterCost({ wallSeconds: 60 }, {}, 60);
  const none = openRun({ ...makePlan({ a: [] }), budget: { wallSeconds: 0 } });
  none.look();
  const later = openRun({ ...makePlan({ a: [], b: ["a"] }), budget: { wallSeconds: 60 } });
  const [first] = later.look().claims;
  later.wait(45_000);
  const [second] = later.settle("a", done()).claims;

  expect(run.step("b")).toMatchObject({
    reason: "budget",
    error: { message: "The run's budget of 60 seconds is used up." },
  });
  expect(none.standing()).toEqual({ a: "paused/budget" });
  expect([first?.allowance?.seconds, second?.allowance?.seconds]).toEqual([60, 15]);
});

test("a run without limits holds nothing back and tells its tries of none", () => {
  const run = openRun(makePlan({ a: [] }));

  expect(run.look().claims).toEqual([{ stepId: "a", claim: 1, attempt: 1, allowance: null }]);
  expect(run.step("a").reserved).toBeNull();
});

test("steps side by side start as far as the calls reach; one that others may leave a call for waits", () => {
  const run = calls(["a", "b", "c"], { toolCalls: 2 });
  const decision = run.look();

  expect(run.standing()).toEqual({ a: "running", b: "running", c: "pending" });
  expect([decision.left, run.state().status]).toEqual([0, "running"]);

  run.settle("a", spent({ toolCalls: 0 }));
  expect(run.standing()).toEqual({ a: "completed", b: "running", c: "running" });
  run.settle("b", spent({ toolCalls: 1 }));
  run.settle("c", spent({ toolCalls: 1 }));
  expect(run.state().status).toBe("completed");
});

test("what running tries leave to a step too few calls for pauses it when they end", () => {
  const run = calls(["a", "b"], { toolCalls: 1 });
  run.look();
  expect(run.standing()).toEqual({ a: "running", b: "pending" });
  run.settle("a", spent({ toolCalls: 1 }));

  expect(run.standing()).toEqual({ a: "completed", b: "paused/budget" });
  expect(run.step("b").error?.message).toBe("The run's budget of 1 tool call is used up.");
});

test("a precondition's look is a call of its own", () => {
  const precondition = { tool: "read", path: "", op: "exists", value: null } as const;
  const run = calls(["a"], { toolCalls: 1 }, { precondition });
  const enough = calls(["a", "b"], { toolCalls: 3 }, { precondition });
  run.look();
  const { claims } = enough.look();

  expect(run.step("a").error?.message).toBe(
    "The run has 1 of its 1 tool call left, and a try of this step may need 2.",
  );
  expect(enough.standing()).toEqual({ a: "running", b: "pending" });
  expect(claims[0]?.allowance).toEqual({ toolCalls: 2, tokens: null, costUsd: null, seconds: null });
});

test("a ready step without a slot is left for others and holds nothing", () => {
  const run = calls(["a", "b"], { toolCalls: 5 });
  const decision = run.look([], 1);

  expect(decision).toMatchObject({ left: 1, claims: [{ stepId: "a" }] });
  expect(run.step("b").reserved).toBeNull();
});

test("a limit that a person set goes before the plan's", () => {
  const run = afterCost({ tokens: 10 }, { inputTokens: 10 });
  run.look([{ type: "budget-raised", raise: { tokens: 11 }, by: "Ana" }]);

  expect(run.state().budget).toEqual({ tokens: 11 });
  expect(run.standing()["b"]).toBe("running");
  expect(run.step("b").reserved).toEqual({ tokens: 1, costUsd: null });
});
