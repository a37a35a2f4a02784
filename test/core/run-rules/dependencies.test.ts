import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { makePlan } from "#test/make.ts";
import { done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

test("a step skipped by its condition lets its dependents run", () => {
  const run = openRun(
    makePlan({ first: [], maybe: ["first"], last: ["maybe"] }, { maybe: { if: "$first.output > 5" } }),
  );
  run.look();

  run.settle("first", done(3));

  expect(run.standing()).toEqual({ first: "completed", maybe: "skipped/condition", last: "running" });
});

test("a failure skips what depends on it alone at once, and names its root, nothing else", () => {
  const run = openRun(makePlan({ a: [], other: [], b: ["a"], c: ["b"] }));
  run.look();

  run.settle("a", fails("No.", "not_retryable"));

  expect(run.standing()).toMatchObject({
    other: "running",
    b: "skipped/upstream_failed",
    c: "skipped/upstream_failed",
  });
  expect(["b", "c"].map((id) => run.step(id).causeStepId)).toEqual(["a", "a"]);
});

test("a join is decided when every dependency is settled, with the same cause in whatever order", () => {
  const orders = [
    ["a", "b"],
    ["b", "a"],
  ];
  for (const [one = "", other = ""] of orders) {
    for (const dependsOn of orders) {
      const run = openRun(makePlan({ a: [], b: [], join: dependsOn }));
      run.look();

      run.settle(one, fails("No.", "not_retryable"));
      expect(run.standing()).toMatchObject({ join: "pending" });
      run.settle(other, fails("No.", "not_retryable"));

      expect(run.standing()).toMatchObject({ join: "skipped/upstream_failed" });
      expect(run.step("join").causeStepId).toBe(dependsOn[0]);
    }
  }
});

test("stop lets what has started finish, and starts nothing more", () => {
  const run = openRun(makePlan({ a: [], b: [], after: ["b"] }, { a: { onError: "stop" } }));
  run.look();

  run.settle("a", fails("No.", "not_retryable"));
  expect(run.standing()).toEqual({ a: "failed/not_retryable", b: "running", after: "skipped/stopped" });
  run.settle("b", done());

  expect(run.standing()["b"]).toBe("completed");
  expect(run.state().status).toBe("failed");
});

test("a stop whose cause was never tried keeps even those from starting that were found ready before it", () => {
  const run = openRun(
    makePlan(
      { skipped: [], a: [], b: [], c: [] },
      { skipped: { if: "1 == 2" }, b: { if: "1 ==", onError: "stop" } },
    ),
  );
  run.look();

  expect(run.standing()).toEqual({
    skipped: "skipped/condition",
    a: "skipped/stopped",
    b: "failed/not_retryable",
    c: "skipped/stopped",
  });
  expect(run.state().status).toBe("failed");
});

test("what asks why a step failed runs although it did, and nothing else behind it", () => {
  const run = openRun(
    makePlan({ a: [], b: ["a"], tell: ["a", "b"], quiet: ["b"] }, { tell: { if: "$a.error == 'No.'" } }),
  );
  run.look();

  run.settle("a", fails("No.", "not_retryable"));

  expect(run.standing()).toEqual({
    a: "failed/not_retryable",
    b: "skipped/upstream_failed",
    tell: "skipped/upstream_failed",
    quiet: "skipped/upstream_failed",
  });

  const aware = openRun(
    makePlan({ a: [], b: ["a"], tell: ["a", "b"] }, { tell: { if: "$a.error == 'No.' && $b.error == ''" } }),
  );
  aware.look();
  aware.settle("a", fails("No.", "not_retryable"));

  expect(aware.standing()).toMatchObject({ b: "skipped/upstream_failed", tell: "running" });
});

test("a tolerated failure does not fail the run", () => {
  const run = openRun(makePlan({ a: [], b: ["a"] }, { a: { onError: "continue" } }));
  run.look();
  run.settle("a", fails("No.", "not_retryable"));
  run.settle("b", done());

  expect(run.state().status).toBe("completed");
});

test("a condition that cannot be decided fails its step and says why, and the run goes on", () => {
  const problems: [condition: string, output: Json, message: string][] = [
    [
      "$a.status ==",
      null,
      "The condition cannot be read at the end: a value is missing: a reference, a quoted text, a number, true, false or null.",
    ],
    [
      "$a.output.items > 3",
      { items: [1, 2] },
      "$a.output.items > 3 cannot be decided: it compares a list of 2 with the number 3, and a list has no order. Compare one of its items, or let a step count them.",
    ],
    [
      "$a.output == 'x'",
      Array(500_000).fill(0),
      '$a.output == "x" cannot be decided: more than 500000 values would have to be read.',
    ],
    [
      "$elsewhere.status == 'failed'",
      null,
      "$elsewhere.status cannot be read: that step has no result here.",
    ],
  ];
  for (const [condition, output, message] of problems) {
    const run = openRun(makePlan({ a: [], b: ["a"], after: ["b"], other: ["a"] }, { b: { if: condition } }));
    run.look();
    run.settle("a", done(output));

    expect(run.standing()).toEqual({
      a: "completed",
      b: "failed/not_retryable",
      after: "skipped/upstream_failed",
      other: "running",
    });
    expect(run.step("b").error).toEqual({ message });
    expect(run.log().find((entry) => entry.type === "step-failed")).toMatchObject({
      stepId: "b",
      data: { reason: "not_retryable", error: { message } },
    });
  }
});

test("a condition reads the run input where the step receives it, and null where it does not", () => {
  const plan = makePlan(
    { a: [], b: [] },
    { a: { if: "$input.go", usesRunInput: true }, b: { if: "$input.go" } },
  );
  const run = openRun(plan, { go: true });
  run.look();

  expect(run.standing()).toEqual({ a: "running", b: "skipped/condition" });
});
