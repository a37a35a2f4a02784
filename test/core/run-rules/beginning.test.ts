import { expect, test } from "vitest";
import { newStepState, type StepState } from "#server/core/run-rules/run-state.ts";
import { makePlan } from "#test/make.ts";
import { openRun } from "./walk.ts";

test("a run waits in its queue until a worker takes a step, whatever it reuses of an earlier one", () => {
  const plan = makePlan({ a: [], b: ["a"] });
  const reused = new Map([["a", { ...newStepState(), status: "completed", reason: "reused" } as StepState]]);

  for (const run of [openRun(plan), openRun(plan, null, reused)]) {
    expect(run.look([], 0)).toMatchObject({ change: null, left: 1 });
    run.look();
    expect(run.state().status).toBe("running");
    expect(run.types()).toEqual(["run-started", "attempt-started"]);
  }
});

test("a run whose first step is skipped without a worker has begun", () => {
  const run = openRun(makePlan({ a: [], b: ["a"] }, { a: { if: "1 == 2" } }));
  run.look([], 0);

  expect(run.standing()).toEqual({ a: "skipped/condition", b: "pending" });
  expect(run.state()).toMatchObject({ status: "running", startedAt: run.now() });
});
