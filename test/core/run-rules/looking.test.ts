import { expect, test } from "vitest";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

const check = { path: "n", op: "==", value: 1, everySeconds: 10, withinSeconds: 25 } as const;
const checking = makePlan({ a: [], b: ["a"] }, { a: { kind: "check", tool: "read", check } });
const unmet = { type: "check_unmet", input: {}, observation: 0, usage: NO_USAGE } as const;
const LOST = { type: "interrupted", stepId: "a", cause: "lease-expired", mayHaveActed: false } as const;

test("a look that meets a fault which may pass is no failure of the check, however often, until its window closes", () => {
  const run = openRun(checking);
  run.look();
  for (const wait of [10_000, 10_000, 5_000]) {
    run.settle("a", fails("The server is busy.", "temporary"));
    expect(run.step("a")).toMatchObject({ status: "paused", reason: "check", attempt: 0 });
    run.wait(wait);
  }
  run.settle("a", fails("The server is busy.", "temporary"));

  expect(run.standing()).toEqual({ a: "failed/check_failed", b: "skipped/upstream_failed" });
  expect(run.step("a").error?.message).toBe(
    'The check n == 1 did not hold within 25 seconds. The last observation was {"error":"The server is busy."}.',
  );
});

test("the next look waits as long as the other side asks, and no longer than the window", () => {
  const run = openRun(checking);
  run.look();
  const start = run.now();
  run.settle("a", fails("Later.", "temporary", 15_000));
  expect(run.step("a").dueAt).toBe(start + 15_000);
  run.wait(15_000);
  run.settle("a", fails("Later.", "temporary", 60_000));
  expect(run.step("a").dueAt).toBe(start + 25_000);
});

test("faults of the check itself count as attempts, or fail it at once", () => {
  const run = openRun(checking);
  run.look();
  run.settle("a", fails("No such file."));
  expect(run.step("a")).toMatchObject({ status: "running", attempt: 2 });
  run.settle("a", fails("No such tool.", "not_retryable"));
  expect(run.standing()["a"]).toBe("failed/not_retryable");
});

test("a look after its window counts when it holds, as nobody could look before", () => {
  const run = openRun(checking);
  run.look();
  run.settle("a", unmet);
  run.wait(600_000);
  run.settle("a", done({ n: 1 }));
  expect(run.standing()["a"]).toBe("completed");
});

test("workers lost at earlier looks do not end a check that goes on for days", () => {
  const run = openRun(checking);
  run.look();
  for (let look = 1; look <= 3; look += 1) {
    run.look([{ ...LOST, claim: run.step("a").claim }]);
    run.settle("a", unmet);
    expect(run.step("a")).toMatchObject({ status: "paused", interruptions: 0 });
    run.pass(0);
    run.look([{ ...LOST, claim: run.step("a").claim }]);
    run.wait(5_000);
    run.wait(5_000);
    if (run.step("a").status !== "running") break;
  }
  expect(run.step("a").reason).not.toBe("attempts_exhausted");
});

function waiting(wait: Step["wait"]) {
  const precondition = { tool: "read", path: "n", op: "==", value: 1 } as const;
  const run = openRun(makePlan({ a: [], b: ["a"] }, { a: { kind: "wait", wait, precondition } }));
  run.look();
  expect(run.standing()).toEqual({ a: "running", b: "pending" });
  return run;
}

test("the precondition of a wait is looked at before anything is waited for", () => {
  const skipped = waiting({ seconds: 60 });
  skipped.settle("a", { type: "precondition_unmet", observation: 0, usage: NO_USAGE });
  expect(skipped.standing()).toEqual({ a: "skipped/precondition", b: "running" });

  const run = waiting({ seconds: 60 });
  run.settle("a", { type: "precondition_met", usage: NO_USAGE });
  expect(run.step("a")).toMatchObject({ status: "paused", reason: "wait", dueAt: run.now() + 60_000 });
  expect(run.step("a").leaseOwner).toBeNull();
  run.wait(60_000);
  expect(run.standing()).toEqual({ a: "completed", b: "running" });

  const over = waiting({ until: "1970-01-01T00:00:01Z" });
  over.settle("a", { type: "precondition_met", usage: NO_USAGE });
  expect(over.standing()).toEqual({ a: "completed", b: "running" });

  const wrong = waiting({ until: "soon" });
  wrong.settle("a", { type: "precondition_met", usage: NO_USAGE });
  expect(wrong.standing()).toEqual({ a: "failed/not_retryable", b: "skipped/upstream_failed" });
});
