import { expect, test } from "vitest";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { Budget, OnError } from "#server/core/plan.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { asks, done } from "./results.ts";
import { openRun } from "./walk.ts";

const ONE_CALL: AttemptResult = { ...done(), usage: { ...NO_USAGE, toolCalls: 1 } };
const tool = { kind: "tool", tool: "read" } as const;

function raise(limits: Budget) {
  return { type: "budget-raised", raise: limits, by: "Ana" } as const;
}

const GIVE_UP = { type: "budget-given-up", by: "Ana" } as const;

/** A run whose one call is used up: b and c wait for more, d comes after b. */
function usedUp(onError?: OnError) {
  const over = { a: tool, b: { ...tool, ...(onError && { onError }) }, c: tool };
  const run = openRun({
    ...makePlan({ a: [], b: ["a"], c: ["a"], d: ["b"] }, over),
    budget: { toolCalls: 1, tokens: 500 },
  });
  run.look();
  run.settle("a", ONE_CALL);
  return run;
}

test("a raise sends every step that waits for the budget on, and is logged with what stood before", () => {
  const run = usedUp();
  expect(run.standing()).toMatchObject({ b: "paused/budget", c: "paused/budget" });
  run.look([raise({ toolCalls: 20 })]);

  expect(run.standing()).toMatchObject({ b: "running", c: "running" });
  expect(run.log().find(({ type }) => type === "budget-raised")?.data).toEqual({
    from: { toolCalls: 1 },
    to: { toolCalls: 20 },
    by: "Ana",
  });
  expect(run.types().slice(-4)).toEqual([
    "budget-raised",
    "attempt-started",
    "attempt-started",
    "run-resumed",
  ]);
});

test("a raise that is too small for all lets as many go on as it reaches for", () => {
  const run = usedUp();
  run.look([raise({ toolCalls: 2 })]);

  expect(run.standing()).toMatchObject({ b: "running", c: "pending" });
  run.settle("b", ONE_CALL);
  expect(run.standing()).toMatchObject({ b: "completed", c: "paused/budget", d: "running" });
});

test("a raise only raises: lower, equal and unlimited ones change nothing, and the steps try again", () => {
  const run = usedUp();
  run.look([raise({ toolCalls: 1, tokens: 499, costUsd: 5 })]);

  expect(run.state().budget).toEqual({});
  expect(run.standing()).toMatchObject({ b: "paused/budget", c: "paused/budget" });
  expect(run.types().filter((type) => type === "budget-raised")).toHaveLength(1);
});

test("the same raise a second time finds nothing to do", () => {
  const run = usedUp();
  run.look([raise({ toolCalls: 20 })]);

  expect(run.look([raise({ toolCalls: 20 })]).change).toBeNull();
});

test("a run that goes on may be given more before it needs it", () => {
  const run = openRun({ ...makePlan({ a: [] }), budget: { tokens: 10 } });
  run.look();
  run.look([raise({ tokens: 20 })]);

  expect(run.state().budget).toEqual({ tokens: 20 });
});

test("giving up fails the steps that wait, and what depends on them goes as they say", () => {
  const ends = (onError?: OnError) => {
    const run = usedUp(onError);
    run.look([GIVE_UP]);
    return run.standing();
  };

  expect(ends()).toEqual({
    a: "completed",
    b: "failed/budget",
    c: "failed/budget",
    d: "skipped/upstream_failed",
  });
  expect(ends("continue")).toMatchObject({ b: "failed/budget", d: "running" });
  expect(ends("skip")).toMatchObject({ b: "skipped/on_error", d: "running" });
  expect(ends("stop")).toMatchObject({ b: "failed/budget", c: "failed/budget", d: "skipped/stopped" });
});

test("giving up is logged with who did and which steps, and a second time finds nothing", () => {
  const run = usedUp();
  run.look([GIVE_UP]);

  expect(run.log().find(({ type }) => type === "budget-given-up")?.data).toEqual({
    by: "Ana",
    stepIds: ["b", "c"],
  });
  expect(run.step("b").error?.message).toBe(
    "The run's budget of 1 tool call is used up. Ana did not raise it.",
  );
  expect(run.look([GIVE_UP, raise({ toolCalls: 20 })]).change).toBeNull();
});

test("after a cancel of the same moment neither answer counts", () => {
  const run = usedUp();
  run.look([{ type: "canceled", by: "Ana" }, raise({ toolCalls: 20 }), GIVE_UP]);

  expect(run.state()).toMatchObject({ status: "canceled", budget: null });
});

test("a step that found no approval left asks again after the raise", () => {
  const run = openRun({ ...makePlan({ a: [] }), budget: { approvals: 0 } });
  run.look();
  run.settle("a", asks({ to: "x" }));
  expect(run.step("a")).toMatchObject({ reason: "budget", attempt: 0, input: null });
  run.look([raise({ approvals: 1 })]);
  run.settle("a", asks({ to: "x" }));

  expect(run.standing()).toEqual({ a: "paused/approval" });
});
