import { expect, test } from "vitest";
import type { InterruptionFact } from "#server/core/run-rules/fact.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { done, fails } from "./results.ts";
import { openRun, WORKER } from "./walk.ts";

const one = makePlan({ a: [], b: ["a"] });

function lost(claim: number, over: Partial<InterruptionFact> = {}): InterruptionFact {
  return { type: "interrupted", stepId: "a", claim, cause: "lease-expired", mayHaveActed: false, ...over };
}

test("a lost try is done again and does not count", () => {
  const run = openRun(one);
  run.look();
  run.look([lost(1)]);

  expect(run.step("a")).toMatchObject({ status: "running", attempt: 1, claim: 2, interruptions: 1 });
});

test("a step whose worker is lost a fourth time fails", () => {
  const run = openRun(one);
  run.look();
  for (const claim of [1, 2, 3]) run.look([lost(claim)]);
  expect(run.standing()["a"]).toBe("running");
  run.look([lost(4)]);

  expect(run.standing()).toEqual({ a: "failed/attempts_exhausted", b: "skipped/upstream_failed" });
});

test("a try that a stopping worker hands back is no interruption that counts", () => {
  const run = openRun(one);
  run.look();
  for (const claim of [1, 2, 3, 4, 5]) run.look([lost(claim, { cause: "handed-back" })]);

  expect(run.step("a")).toMatchObject({ status: "running", attempt: 1, interruptions: 0 });
});

test("a lease that ran out on an older try changes nothing", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", fails("No."));
  const decision = run.look([lost(1)]);

  expect(decision.change).toBeNull();
});

test("a lost call that must not be made twice waits for a person", () => {
  const run = openRun(one);
  run.look();
  run.look([lost(1, { mayHaveActed: true })]);

  expect(run.standing()).toEqual({ a: "paused/outcome_unknown", b: "pending" });
  expect(run.state().status).toBe("paused");
});

test("what a call is about to send is kept until the step is claimed again", () => {
  const run = openRun(one);
  run.look();
  expect(run.step("a").hasActed).toBe(false);

  run.look([
    { type: "tool-called", stepId: "a", claim: 1, worker: WORKER, tool: "send", input: { to: "x" } },
  ]);
  expect(run.step("a")).toMatchObject({ hasActed: true, input: { to: "x" } });

  run.settle("a", fails("No."));
  run.wait(60_000);
  expect(run.step("a")).toMatchObject({ status: "running", claim: 2, hasActed: false });
});

test("what an older try, or another worker, is about to send is not accepted", () => {
  const run = openRun(one);
  run.look();
  const call = { type: "tool-called", stepId: "a", tool: "send", input: {} } as const;

  for (const from of [
    { claim: 0, worker: WORKER },
    { claim: 1, worker: "w2" },
  ]) {
    const { change, accepted } = run.look([{ ...call, ...from }]);
    expect([change, accepted.size]).toEqual([null, 0]);
  }
  expect(run.look([{ ...call, claim: 1, worker: WORKER }]).accepted.size).toBe(1);
});

const unknown = {
  type: "outcome_unknown",
  input: { to: "x" },
  error: { message: "Timeout." },
  usage: NO_USAGE,
} as const;

function resolution(outcome: "happened" | "did_not_happen" | "fail") {
  return {
    type: "outcome-resolved",
    stepId: "a",
    outcome,
    note: "I looked.",
    output: { id: 7 },
    by: "Ada",
  } as const;
}

test("a person says that the call happened, and its output goes on", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", unknown);
  run.look([resolution("happened")]);

  expect(run.step("a")).toMatchObject({
    status: "completed",
    output: { id: 7 },
    attempt: 1,
    input: { to: "x" },
  });
  expect(run.running()).toEqual(["b"]);
});

test("a person says that the call did not happen, and the same attempt is made again", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", unknown);
  run.look([resolution("did_not_happen")]);

  expect(run.step("a")).toMatchObject({ status: "running", attempt: 1, claim: 2 });
});

test("a person fails a step whose outcome is unknown", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", unknown);
  run.look([resolution("fail")]);

  expect(run.standing()).toEqual({ a: "failed/not_retryable", b: "skipped/upstream_failed" });
  expect(run.step("a").error).toEqual({ message: "Ada settled the unknown outcome as failed: I looked." });
});

test("a person need not say why a step whose outcome is unknown failed", () => {
  const run = openRun(one);
  run.look();
  run.settle("a", unknown);
  run.look([{ ...resolution("fail"), note: null }]);

  expect(run.step("a").error).toEqual({ message: "Ada settled the unknown outcome as failed" });
});

test("a run that is canceled before it started has never started", () => {
  const run = openRun(one);
  run.look([{ type: "canceled", by: "Ada" }], 0);

  expect(run.state()).toMatchObject({ status: "canceled", startedAt: null, endedAt: run.now() });
});

test("only a step whose outcome is unknown can be resolved", () => {
  const run = openRun(one);
  run.look();
  expect(run.look([resolution("happened")]).change).toBeNull();
  run.settle("a", done());
  expect(run.look([resolution("fail")]).change).toBeNull();
});

test("canceling skips what is open, refuses what is under way, and is final", () => {
  const run = openRun(makePlan({ a: [], b: ["a"], c: [] }));
  run.look();
  run.settle("c", done());
  run.look([{ type: "canceled", by: "Ada" }]);

  expect(run.standing()).toEqual({ a: "skipped/canceled", b: "skipped/canceled", c: "completed" });
  expect(run.state().status).toBe("canceled");
  run.settle("a", done());
  expect(run.standing()["a"]).toBe("skipped/canceled");
  expect(run.types().at(-1)).toBe("result-refused");
  expect(run.look([{ type: "canceled", by: "Bob" }]).change).toBeNull();
});
