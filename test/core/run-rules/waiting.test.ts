import { expect, test } from "vitest";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import { asks, done } from "./results.ts";
import { openRun } from "./walk.ts";

const unmet: AttemptResult = {
  type: "check_unmet",
  input: {},
  observation: { state: "queued" },
  usage: NO_USAGE,
};
const checking = makePlan(
  { a: [], b: ["a"] },
  {
    a: {
      kind: "check",
      tool: "read",
      check: { path: "state", op: "==", value: "done", everySeconds: 10, withinSeconds: 25 },
    },
  },
);

test("a wait step waits without a worker, and completes when its time comes", () => {
  const run = openRun(makePlan({ a: [], b: ["a"] }, { a: { kind: "wait", wait: { seconds: 60 } } }));

  const first = run.look();
  expect(first.wakeAt).toEqual([run.now() + 60_000]);
  expect(run.standing()).toEqual({ a: "paused/wait", b: "pending" });
  expect(run.state().status).toBe("paused");
  run.wait(59_999);
  expect(run.standing()["a"]).toBe("paused/wait");
  run.wait(1);

  expect(run.standing()).toEqual({ a: "completed", b: "running" });
  expect(run.types()).toContain("run-resumed");
});

function waits(wait: Step["wait"], input: Json = null) {
  const run = openRun(makePlan({ a: [] }, { a: { kind: "wait", wait, usesRunInput: true } }), input);
  run.look();
  return run.step("a");
}

test("a wait until a time that has passed is over at once, and one past all times ends at the last", () => {
  expect(waits({ until: "1970-01-01T00:00:01Z" })).toMatchObject({
    status: "completed",
    output: { until: "1970-01-01T00:00:01.000Z" },
  });
  expect(waits({ until: "$input.at" }, { at: "1970-01-01T01:00:00Z" }).dueAt).toBe(3_600_000);
  const last = Date.parse("9999-12-31T23:59:59.999Z");
  for (const until of ["+275760-09-13T00:00:00Z", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59-14:00"])
    expect(waits({ until: "$input" }, until).dueAt).toBe(last);
  for (const seconds of [1e12, 1e15, 1e300]) expect(waits({ seconds }).dueAt).toBe(last);
});

test("a wait for what is no time fails at once and says what would be one", () => {
  const instead = "; a time such as 2027-01-31T09:00:00Z would work.";
  const refused: [wait: Step["wait"], input: Json, message: string][] = [
    [{ until: "soon" }, null, `The step cannot wait until "soon"${instead}`],
    [{ until: "x".repeat(100) }, null, `The step cannot wait until "${"x".repeat(79)}…"${instead}`],
    [
      { until: "$input" },
      "2030-02-31T09:00:00Z",
      `The step cannot wait until "2030-02-31T09:00:00Z"${instead}`,
    ],
    [
      { until: "$input" },
      "2030-02-28T09:00:00",
      `The step cannot wait until "2030-02-28T09:00:00"${instead}`,
    ],
    [{ until: "$input" }, 5, `The step cannot wait until the number 5${instead}`],
    [{ until: "$input" }, [1], `The step cannot wait until a list of 1${instead}`],
    [{ until: "$input.at" }, {}, "$input.at cannot be read: $input is an empty object, without .at."],
    [undefined, null, 'The step waits for nothing: its "wait" is missing.'],
  ];
  for (const [wait, input, message] of refused)
    expect(waits(wait, input)).toMatchObject({
      status: "failed",
      reason: "not_retryable",
      error: { message },
    });
});

test("a wait that people have to approve is asked about first, and waits as they approved it", () => {
  const asked = (wait: Step["wait"], input: Json, editedInput: Json = null) => {
    const run = openRun(makePlan({ a: [], b: ["a"] }, { a: { kind: "wait", wait, approval: {} } }));
    run.look();
    expect(run.standing()).toEqual({ a: "running", b: "pending" });
    run.settle("a", asks(input));
    expect(run.standing()["a"]).toBe("paused/approval");
    run.pass(5_000);
    const [approval] = run.state().approvals;
    const approvalId = approval?.approvalId ?? "";
    const yes = { type: "approval-decided", approvalId, decision: "approve", note: null } as const;
    run.look([{ ...yes, editedInput, decidedBy: "Ada" }]);
    run.settle("a", { type: "precondition_met", usage: NO_USAGE });
    return run;
  };

  const run = asked({ seconds: 60 }, { seconds: 60 });
  expect(run.step("a")).toMatchObject({ status: "paused", reason: "wait", dueAt: run.now() + 60_000 });
  run.wait(60_000);
  expect(run.standing()).toEqual({ a: "completed", b: "running" });

  const until = asked({ until: "$x.output" }, { until: "1970-01-01T01:00:00Z" });
  expect(until.step("a").dueAt).toBe(3_600_000);
  const edited = asked({ seconds: 60 }, { seconds: 60 }, { seconds: 7 });
  expect(edited.step("a").dueAt).toBe(edited.now() + 7_000);
  const wrong = asked({ seconds: 60 }, { seconds: 60 }, { minutes: 7 });
  expect(wrong.step("a")).toMatchObject({
    status: "failed",
    reason: "not_retryable",
    error: {
      message:
        'What was approved is no wait: it needs "seconds" from 0, or "until" with a time such as 2027-01-31T09:00:00Z.',
    },
  });
});

test("a check looks again until it holds, and a look is no attempt", () => {
  const run = openRun(checking);
  run.look();

  run.settle("a", unmet);
  expect(run.step("a")).toMatchObject({
    status: "paused",
    reason: "check",
    attempt: 0,
    dueAt: run.now() + 10_000,
  });
  expect(run.state().status).toBe("paused");
  run.wait(10_000);
  expect(run.step("a")).toMatchObject({ status: "running", attempt: 1, claim: 2 });
  run.settle("a", done({ state: "done" }));

  expect(run.standing()).toEqual({ a: "completed", b: "running" });
});

test("a check whose window closes fails, and says what it saw last", () => {
  const run = openRun(checking);
  run.look();
  run.settle("a", unmet);
  run.wait(10_000);
  run.settle("a", unmet);
  run.wait(10_000);
  run.settle("a", unmet);
  expect(run.step("a").dueAt).toBe(run.now() + 5_000);
  run.wait(5_000);
  run.settle("a", unmet);

  expect(run.standing()).toEqual({ a: "failed/check_failed", b: "skipped/upstream_failed" });
  expect(run.step("a").error).toEqual({
    message:
      'The check state == "done" did not hold within 25 seconds. The last observation was {"state":"queued"}.',
  });
});

test("a check that does not say what it looks for fails", () => {
  const run = openRun(makePlan({ a: [] }, { a: { kind: "check", tool: "read" } }));
  run.look();
  run.settle("a", unmet);

  expect(run.step("a")).toMatchObject({
    status: "failed",
    reason: "check_failed",
    error: { message: 'The step looks for nothing: its "check" is missing.' },
  });
});

test("what a precondition saw is kept with the step that it skips", () => {
  const run = openRun(makePlan({ a: [] }));
  run.look();
  run.settle("a", { type: "precondition_unmet", observation: "\ud800", usage: NO_USAGE });

  expect(run.log().find((entry) => entry.type === "step-skipped")?.data).toMatchObject({
    reason: "precondition",
    observation: "\ufffd",
  });
});

test("no more tool calls start than the run's budget has room for, however wide the plan is", () => {
  const plan = makePlan(
    { a: [], b: [], c: [], d: [] },
    Object.fromEntries(["a", "b", "c", "d"].map((id) => [id, { kind: "tool" as const, tool: "read" }])),
  );
  const run = openRun({ ...plan, budget: { toolCalls: 2 } });
  run.look();

  expect(run.running()).toEqual(["a", "b"]);
  expect(run.standing()).toMatchObject({ c: "pending", d: "pending" });
  run.settle("a", { ...done(), usage: { ...NO_USAGE, toolCalls: 1 } });
  run.settle("b", { ...done(), usage: { ...NO_USAGE, toolCalls: 1 } });
  expect(run.standing()).toMatchObject({ c: "paused/budget", d: "paused/budget" });
  expect(run.state().status).toBe("paused");
});

test("a run asks people no more often than its budget says", () => {
  const run = openRun({ ...makePlan({ a: [], b: [] }), budget: { approvals: 1 } });
  run.look();
  run.look([run.outcome("a", asks({ to: "a" })), run.outcome("b", asks({ to: "b" }))]);

  expect(run.standing()).toEqual({ a: "paused/approval", b: "paused/budget" });
  expect(run.step("b").attempt).toBe(0);
});

test("a worker with few slots takes few steps, in the plan's order, and says that some are left", () => {
  const run = openRun(makePlan({ a: [], b: [], c: [] }));
  const decision = run.look([], 2);

  expect(run.running()).toEqual(["a", "b"]);
  expect(decision.left).toBe(1);
  expect(run.look([], 0).change).toBeNull();
});
