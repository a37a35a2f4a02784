import { expect, test } from "vitest";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { Budget } from "#server/core/plan.ts";
import type { Reservation, Usage } from "#server/core/run.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { done } from "./results.ts";
import { openRun } from "./walk.ts";

function spent(usage: Partial<Usage>): AttemptResult {
  return { ...done(), usage: { ...NO_USAGE, ...usage } };
}

function comesShort(needed: Reservation | null, usage: Partial<Usage> = {}): AttemptResult {
  return {
    type: "over_budget",
    input: { text: "built" },
    error: { message: "Too little." },
    needed,
    usage: { ...NO_USAGE, ...usage },
  };
}

function sideBySide(count: number, budget: Budget, over: object = {}) {
  const names = Array.from({ length: count }, (_, index) => `s${index}`);
  const graph = Object.fromEntries(names.map((name) => [name, []]));
  return openRun({ ...makePlan(graph, Object.fromEntries(names.map((name) => [name, over]))), budget });
}

test("one step alone is allowed all that is left, several share it, each with a useful part", () => {
  const alone = sideBySide(1, { tokens: 100_000, costUsd: 8 });
  const four = sideBySide(4, { tokens: 100_000 });
  const many = sideBySide(20, { tokens: 100_000 });
  const dollars = sideBySide(20, { costUsd: 8 });
  for (const run of [alone, four, many, dollars]) run.look();

  expect(alone.step("s0").reserved).toEqual({ tokens: 100_000, costUsd: 8 });
  expect(four.running().map((id) => four.step(id).reserved?.tokens)).toEqual([
    25_000, 25_000, 25_000, 25_000,
  ]);
  expect(many.running().map((id) => many.step(id).reserved?.tokens)).toEqual(Array(8).fill(12_500));
  expect(dollars.running().map((id) => dollars.step(id).reserved?.costUsd)).toEqual(Array(8).fill(1));
});

test("the next step of a chain is allowed all that the one before it left", () => {
  const run = openRun({ ...makePlan({ a: [], b: ["a"] }), budget: { tokens: 100_000 } });
  run.look();
  run.settle("a", spent({ inputTokens: 30_000, outputTokens: 0 }));

  expect(run.step("b").reserved).toEqual({ tokens: 70_000, costUsd: null });
});

test("a small budget goes to one step after the other, and none pauses while another may leave enough", () => {
  const run = sideBySide(3, { tokens: 9_000 });
  run.look();
  expect(run.standing()).toEqual({ s0: "running", s1: "pending", s2: "pending" });
  run.settle("s0", spent({ inputTokens: 1_000, outputTokens: 500 }));

  expect(run.running()).toEqual(["s1"]);
  expect(run.step("s1").reserved).toEqual({ tokens: 7_500, costUsd: null });
  expect(run.step("s0").reserved).toBeNull();
});

test("a tool's step is never stopped for tokens; it holds the part that is free, in case it asks a model", () => {
  const run = sideBySide(3, { tokens: 9_000 }, { kind: "tool", tool: "read" });
  run.look();

  expect(run.running().map((id) => run.step(id).reserved?.tokens)).toEqual([8_000, 1_000, 0]);
});

test("a try that came short is given back, and starts again with more as soon as others left it", () => {
  const run = sideBySide(2, { tokens: 16_000 });
  run.look();
  run.settle("s0", comesShort({ tokens: 10_000, costUsd: null }, { inputTokens: 300, outputTokens: 0 }));

  expect(run.step("s0")).toMatchObject({
    status: "paused",
    reason: "budget",
    attempt: 0,
    reserved: { tokens: 12_000, costUsd: null },
    error: { message: "Too little." },
  });
  expect(run.state().status).toBe("running");
  run.settle("s1", spent({ inputTokens: 100, outputTokens: 100 }));

  expect(run.step("s0")).toMatchObject({
    status: "running",
    attempt: 1,
    claim: 2,
    error: { message: "Too little." },
  });
  expect(run.step("s0").reserved?.tokens).toBeGreaterThanOrEqual(12_000);
  const budgetPauses = run.log().filter(({ data }) => data["reason"] === "budget");
  expect(budgetPauses.map(({ data }) => data["needed"])).toEqual([{ tokens: 12_000, costUsd: null }]);
});

test("who waits for more is not passed by those behind it", () => {
  const run = sideBySide(3, { tokens: 24_000 });
  run.look();
  run.settle("s0", comesShort({ tokens: 20_000, costUsd: null }));
  run.settle("s1", comesShort({ tokens: 9_000, costUsd: null }));

  expect(run.standing()).toEqual({ s0: "paused/budget", s1: "paused/budget", s2: "running" });
  run.settle("s2", spent({}));
  expect(run.standing()).toEqual({ s0: "running", s1: "paused/budget", s2: "completed" });
});

test("a need beyond all that is left waits for a person, and a raise gives it", () => {
  const run = sideBySide(1, { tokens: 1_000, costUsd: 1 });
  run.look();
  run.settle("s0", comesShort({ tokens: 1_500, costUsd: 0.5 }, { inputTokens: 100 }));
  expect(run.standing()).toEqual({ s0: "paused/budget" });
  expect(run.step("s0").reserved).toEqual({ tokens: 1_500, costUsd: 1 });
  expect(run.state().status).toBe("paused");
  run.look([{ type: "budget-raised", raise: { tokens: 1_500 }, by: "Ana" }]);

  expect(run.standing()).toEqual({ s0: "paused/budget" });
  expect(run.step("s0").error?.message).toBe(
    "The run has 1400 of its 1500 tokens left, and a try of this step may need 1500.",
  );
  run.look([{ type: "budget-raised", raise: { tokens: 1_600 }, by: "Ana" }]);
  expect(run.step("s0")).toMatchObject({
    status: "running",
    attempt: 1,
    reserved: { tokens: 1_500, costUsd: 1 },
  });
});

test("a try that no allowance could help waits for a person, who may let it try again", () => {
  const run = sideBySide(1, { costUsd: 1 });
  run.look();
  run.settle("s0", comesShort(null));
  expect(run.look().change).toBeNull();
  expect(run.step("s0")).toMatchObject({ reason: "budget", reserved: null, input: null });
  run.look([{ type: "budget-raised", raise: {}, by: "Ana" }]);

  expect(run.standing()).toEqual({ s0: "running" });
});

test("a try that is lost with its worker counts as all that it was allowed; one that never began as nothing", () => {
  const lost = {
    type: "interrupted",
    stepId: "s0",
    claim: 1,
    cause: "lease-expired",
    mayHaveActed: false,
  } as const;
  const run = sideBySide(1, { tokens: 10_000, toolCalls: 5 }, { kind: "tool", tool: "read" });
  run.look();
  run.look([lost]);
  const untried = sideBySide(1, { tokens: 10_000 });
  untried.look();
  untried.look([{ ...lost, cause: "handed-back", isUntried: true }]);
  const unlimited = sideBySide(1, { approvals: 1 });
  unlimited.look();
  unlimited.look([lost]);

  expect(run.step("s0").usage?.assumed).toEqual({ toolCalls: 1, tokens: 8_000, costUsd: 0 });
  expect(run.step("s0").reserved).toEqual({ tokens: 2_000, costUsd: null });
  expect(untried.step("s0").usage).toBeNull();
  expect(unlimited.step("s0").usage).toBeNull();
});

test("a call that may have had its effect before its worker was lost counts too", () => {
  const run = sideBySide(1, { costUsd: 4 }, { kind: "tool", tool: "send" });
  run.look();
  run.look([{ type: "interrupted", stepId: "s0", claim: 1, cause: "lease-expired", mayHaveActed: true }]);

  expect(run.step("s0")).toMatchObject({ reason: "outcome_unknown", usage: { assumed: { costUsd: 0.5 } } });
});

test("a canceled run holds nothing back", () => {
  const run = sideBySide(1, { tokens: 1_000 });
  run.look();
  run.look([{ type: "canceled", by: "Ana" }]);

  expect(run.step("s0").reserved).toBeNull();
});
