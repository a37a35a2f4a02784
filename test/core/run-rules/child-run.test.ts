import { expect, test } from "vitest";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { RunStatus } from "#server/core/run.ts";
import { decide } from "#server/core/run-rules/decide.ts";
import { prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { done, fails } from "./results.ts";
import { WORKER, openRun } from "./walk.ts";

const plan = makePlan({ a: [], b: ["a"] }, { a: { kind: "agent", agent: "other" } });
const started = (dueAt: number | null = null): AttemptResult => ({
  type: "child_started",
  agent: "other",
  childRunId: "run_child",
  input: { n: 1 },
  dueAt,
  usage: NO_USAGE,
});

function waiting(dueAt: number | null = null) {
  const run = openRun(plan);
  run.look();
  const decision = run.settle("a", started(dueAt));
  return { run, decision };
}

/** What follows once it is known how the child ended. */
function lookAfter(run: ReturnType<typeof openRun>, status: RunStatus | null, slots = 10) {
  const endedChildren = new Map(status === null ? [] : [["run_child", status] as const]);
  const state = { ...run.state(), endedChildren };
  return decide(prepareRunPlan(plan), state, { now: run.now(), worker: WORKER, slots });
}

test("the step runs without an owner, takes no late result, and its run is looked at once more at once", () => {
  const { run, decision } = waiting();

  expect(run.step("a")).toMatchObject({
    status: "running",
    attempt: 1,
    leaseOwner: null,
    childRunId: "run_child",
    input: { n: 1 },
    dueAt: null,
  });
  expect(decision.wakeAt).toEqual([run.now()]);
  expect(run.look().change).toBeNull();
  expect(run.settle("a", done(1)).accepted.size).toBe(0);
  expect(
    run.look([{ type: "interrupted", stepId: "a", claim: 1, cause: "lease-expired", mayHaveActed: false }])
      .change,
  ).toBeNull();
  expect(run.state().status).toBe("running");
});

test("the end of the child gives the same attempt to a worker again", () => {
  const { run } = waiting();
  expect(lookAfter(run, null).change).toBeNull();
  const decision = lookAfter(run, "failed");

  expect(decision.claims).toMatchObject([{ stepId: "a", claim: 2, attempt: 1 }]);
  expect(decision.change?.log.map(({ type }) => type)).toEqual(["child-run-ended", "attempt-started"]);
  expect(decision.change?.attempts.map(({ claim, status }) => `${claim} ${status}`)).toEqual([
    "1 paused",
    "2 running",
  ]);
});

test("without a free slot the step is left for somebody else", () => {
  const { run } = waiting();
  const decision = lookAfter(run, "completed", 0);

  expect(decision.left).toBe(1);
  expect(decision.change?.steps.get("a")).toMatchObject({
    status: "pending",
    attempt: 0,
    childRunId: "run_child",
  });
  expect(decision.change?.status).toBe("running");
});

test("a child whose time is over gives its step back as well, and nothing before that", () => {
  const { run, decision } = waiting(1_005_000);
  expect(decision.wakeAt).toEqual([1_005_000, 1_000_000]);
  run.wait(4_999);
  expect(run.running()).toEqual(["a"]);
  expect(run.step("a").claim).toBe(1);
  run.wait(1);

  expect(run.step("a")).toMatchObject({ status: "running", claim: 2, attempt: 1, leaseOwner: WORKER });
  expect(run.log().find(({ type }) => type === "child-run-ended")?.data["status"]).toBe("late");
});

test("a failed child leaves its id for the next attempt, which may take over what it finished", () => {
  const { run } = waiting(1_005_000);
  run.wait(5_000);
  run.settle("a", fails("It failed."));
  expect(run.step("a")).toMatchObject({ status: "running", attempt: 2, childRunId: "run_child" });
});

test("canceling ends the wait for a child", () => {
  const { run } = waiting();
  run.look([{ type: "canceled", by: "Ana" }]);
  expect(run.standing()).toEqual({ a: "skipped/canceled", b: "skipped/canceled" });
});

test("the end of a run names the run that waits for it, once", () => {
  const prepared = prepareRunPlan(makePlan({ a: [] }));
  const run = openRun(makePlan({ a: [] }));
  run.look();
  const state = { ...run.state(), parentRunId: "run_parent" };
  const ended = decide(prepared, state, {
    facts: [run.outcome("a", done())],
    now: run.now(),
    worker: WORKER,
  });
  expect(ended.parentToWake).toBe("run_parent");
  const canceled = decide(prepared, state, { facts: [{ type: "canceled", by: "Ana" }], now: run.now() });
  expect(canceled.parentToWake).toBe("run_parent");
  const over = { ...state, status: "completed" as const };
  expect(
    decide(prepared, over, { facts: [run.outcome("a", done())], now: run.now() }).parentToWake,
  ).toBeNull();
  expect(
    decide(prepared, run.state(), { facts: [run.outcome("a", done())], now: run.now() }).parentToWake,
  ).toBeNull();
});
