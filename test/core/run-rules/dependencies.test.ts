import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { OnError } from "#server/core/plan.ts";
import type { AttemptResult } from "#server/core/attempt.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

const completes = done(1);
const breaks = fails("It broke.", "not_retryable");
const unmet: AttemptResult = { type: "precondition_unmet", observation: 3, usage: NO_USAGE };

type Row = {
  name: string;
  onError?: OnError;
  result: AttemptResult;
  first: string;
  plain: string;
  aware: string;
  run: string;
};

// What `first` does to a step that only depends on it, and to one whose condition reads its status.
const TABLE: Row[] = [
  {
    name: "completed",
    result: completes,
    first: "completed",
    plain: "running",
    aware: "skipped/condition",
    run: "running",
  },
  {
    name: "failed",
    result: breaks,
    first: "failed/not_retryable",
    plain: "skipped/upstream_failed",
    aware: "running",
    run: "running",
  },
  {
    name: "failed with stop",
    onError: "stop",
    result: breaks,
    first: "failed/not_retryable",
    plain: "skipped/stopped",
    aware: "skipped/stopped",
    run: "failed",
  },
  {
    name: "failed with continue",
    onError: "continue",
    result: breaks,
    first: "failed/not_retryable",
    plain: "running",
    aware: "running",
    run: "running",
  },
  {
    name: "failed with skip",
    onError: "skip",
    result: breaks,
    first: "skipped/on_error",
    plain: "running",
    aware: "skipped/condition",
    run: "running",
  },
  {
    name: "skipped by its precondition",
    result: unmet,
    first: "skipped/precondition",
    plain: "running",
    aware: "skipped/condition",
    run: "running",
  },
];

test.each(TABLE)("a dependency that $name decides what its dependents do", (row) => {
  const run = openRun(
    makePlan(
      { first: [], plain: ["first"], aware: ["first"] },
      { first: { onError: row.onError }, aware: { if: "$first.status == 'failed'" } },
    ),
  );
  run.look();

  run.settle("first", row.result);

  expect(run.standing()).toEqual({ first: row.first, plain: row.plain, aware: row.aware });
  expect(run.state().status).toBe(row.run);
});

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
  for (const order of [
    ["a", "b"],
    ["b", "a"],
  ]) {
    const run = openRun(makePlan({ a: [], b: [], join: ["a", "b"] }));
    run.look();

    run.settle(order[0] ?? "", fails("No.", "not_retryable"));
    expect(run.standing()).toMatchObject({ join: "pending" });
    run.settle(order[1] ?? "", fails("No.", "not_retryable"));

    expect(run.standing()).toMatchObject({ join: "skipped/upstream_failed" });
    expect(run.step("join").causeStepId).toBe("a");
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

test("a step that runs another agent fails at once and says that this is not possible yet", () => {
  for (const [agent, named] of [
    ["helper", 'the agent "helper"'],
    [undefined, "another agent"],
  ]) {
    const run = openRun(makePlan({ a: [], b: ["a"] }, { a: { kind: "agent", agent } }));
    run.look();

    expect(run.standing()).toEqual({ a: "failed/not_retryable", b: "skipped/upstream_failed" });
    expect(run.step("a").error?.message).toBe(
      `This step runs ${named}, and steps cannot run other agents yet.`,
    );
    expect(run.state().status).toBe("failed");
  }
});
