import { expect, test } from "vitest";
import type { DecisionFact } from "#server/core/run-rules/fact.ts";
import { makePlan } from "#test/make.ts";
import { asks, done, fails } from "./results.ts";
import { openRun } from "./walk.ts";

const plan = makePlan(
  { a: [], b: ["a"] },
  { a: { kind: "tool", tool: "send", approval: { reason: "Money", expiresAfterHours: 1 } } },
);

function decision(approvalId: string, over: Partial<DecisionFact> = {}): DecisionFact {
  return {
    type: "approval-decided",
    approvalId,
    decision: "approve",
    note: null,
    editedInput: null,
    decidedBy: "Ada",
    ...over,
  };
}

function ask(run: ReturnType<typeof openRun>, input: { to: string }): string {
  run.settle("a", asks(input));
  return run.state().approvals.at(-1)?.approvalId ?? "";
}

test("asking freezes the input, consumes no attempt and pauses the run", () => {
  const run = openRun(plan);
  run.look();
  ask(run, { to: "x" });

  expect(run.step("a")).toMatchObject({
    status: "paused",
    reason: "approval",
    attempt: 0,
    input: { to: "x" },
  });
  expect(run.state().approvals).toMatchObject([
    { status: "pending", attempt: 1, input: { to: "x" }, reason: "Money", expiresAt: run.now() + 3_600_000 },
  ]);
  expect(run.state().status).toBe("paused");
});

test("whoever is asked is told of the look that is approved with the input, its secrets hidden", () => {
  const run = openRun(plan);
  run.look();
  const looksFirst = { tool: "read", input: { to: "x", token: "t0p" } };
  run.settle("a", { ...asks({ to: "x" }), type: "needs_approval", input: { to: "x" }, looksFirst });

  const words =
    'Money This also approves the call that the precondition is looked at by, right before: "read" with {"to":"x","token":"(hidden)"}.';
  expect(run.state().approvals).toMatchObject([{ status: "pending", reason: words }]);
  expect(run.log().find(({ type }) => type === "approval-requested")?.data).toMatchObject({
    askedReason: words,
  });
});

test("a yes runs the same attempt again, and its approval stands", () => {
  const run = openRun(plan);
  run.look();
  const id = ask(run, { to: "x" });
  run.look([decision(id)]);

  expect(run.step("a")).toMatchObject({ status: "running", attempt: 1, claim: 2 });
  expect(run.state().approvals).toMatchObject([{ status: "approved", decidedBy: "Ada", editedInput: null }]);
  const starts = run.log().filter((entry) => entry.type === "attempt-started");
  expect(starts.map(({ attempt, data }) => ({ attempt, ...data }))).toEqual([
    { attempt: 1, claim: 1 },
    { attempt: 1, claim: 2, resumed: true },
  ]);
  expect(run.log().find((entry) => entry.type === "approval-approved")?.data).not.toHaveProperty(
    "editedInput",
  );
});

test("a yes with an edited input records it as the approver's", () => {
  const run = openRun(plan);
  run.look();
  run.look([decision(ask(run, { to: "x" }), { editedInput: { to: "y" } })]);

  expect(run.state().approvals).toMatchObject([
    { status: "approved", input: { to: "x" }, editedInput: { to: "y" } },
  ]);
  expect(run.step("a").input).toEqual({ to: "y" });
  const said = run.log().find((entry) => entry.type === "approval-approved");
  expect(said?.data).toMatchObject({ decidedBy: "Ada", editedInput: { to: "y" } });
});

test("a no is a failed attempt whose note is the correction, and the third ends the step", () => {
  const run = openRun(makePlan({ a: [] }, { a: { kind: "tool", tool: "send", maxAttempts: 10 } }));
  run.look();
  for (const note of ["Too cold.", "Too warm.", "Never."]) {
    run.look([decision(ask(run, { to: note }), { decision: "reject", note })]);
  }

  expect(run.standing()).toEqual({ a: "failed/attempts_exhausted" });
  expect(
    run
      .state()
      .corrections.get("a")
      ?.map((item) => item.whatToChange),
  ).toEqual(["Too cold.", "Too warm.", "Never."]);
  expect(run.state().corrections.get("a")?.[0]).toEqual({
    attempt: 1,
    input: { to: "Too cold." },
    problem: "Ada rejected the input.",
    whatToChange: "Too cold.",
  });
  expect(run.step("a").error).toEqual({ message: "Ada rejected the input: Never." });
});

test("a no without a note asks for another input", () => {
  const run = openRun(plan);
  run.look();
  run.look([decision(ask(run, { to: "x" }), { decision: "reject" })]);

  expect(run.step("a").error).toEqual({ message: "Ada rejected the input without saying why." });
  expect(run.state().corrections.get("a")).toEqual([
    {
      attempt: 1,
      input: { to: "x" },
      problem: "Ada rejected the input without saying why.",
      whatToChange: "Build another input.",
    },
  ]);
});

test("an input that cannot be stored is not asked about: the next attempt builds another", () => {
  const run = openRun(plan);
  run.look();
  run.settle("a", asks({ to: "\u0000" }));

  expect(run.state().approvals).toEqual([]);
  expect(run.step("a")).toMatchObject({ status: "running", attempt: 2 });
  expect(run.state().corrections.get("a")).toEqual([
    {
      attempt: 1,
      problem: "The input cannot be stored: it contains the character U+0000, which is not text.",
      whatToChange: "Build an input of plain JSON values.",
    },
  ]);
});

test("a decision on an approval that the run does not have changes nothing", () => {
  const run = openRun(plan);
  run.look();
  ask(run, { to: "x" });

  expect(run.look([decision("apv_elsewhere")]).change).toBeNull();
});

test("canceling leaves approvals that were decided on as they are", () => {
  const run = openRun(plan);
  run.look();
  run.look([decision(ask(run, { to: "x" }), { decision: "reject" })]);
  ask(run, { to: "y" });
  run.look([{ type: "canceled", by: "Ada" }]);

  expect(run.state().approvals.map(({ status }) => status)).toEqual(["rejected", "canceled"]);
});

test("the first decision wins", () => {
  const run = openRun(plan);
  run.look();
  const id = ask(run, { to: "x" });
  run.look([decision(id), decision(id, { decision: "reject", decidedBy: "Bob" })]);

  expect(run.step("a")).toMatchObject({ status: "running", attempt: 1 });
  expect(run.state().approvals).toMatchObject([{ status: "approved", decidedBy: "Ada" }]);
});

test("silence is not consent: an approval that nobody decides on in time fails the step", () => {
  const run = openRun(plan);
  run.look();
  const id = ask(run, { to: "x" });

  run.wait(3_599_999);
  expect(run.look([{ type: "approval-expired", approvalId: id }]).change).toBeNull();
  run.wait(1);
  run.look([{ type: "approval-expired", approvalId: id }]);

  expect(run.standing()).toEqual({ a: "failed/approval_expired", b: "skipped/upstream_failed" });
  expect(run.state().approvals).toMatchObject([{ status: "expired" }]);
  expect(run.look([decision(id)]).change).toBeNull();
});

test("an attempt that fails after a yes has to be approved anew", () => {
  const run = openRun(plan);
  run.look();
  run.look([decision(ask(run, { to: "x" }))]);
  run.settle("a", fails("404"));
  ask(run, { to: "y" });

  expect(run.state().approvals.map((approval) => [approval.attempt, approval.status])).toEqual([
    [1, "approved"],
    [2, "pending"],
  ]);
});

test("a step that asks again for what was approved fails", () => {
  const run = openRun(plan);
  run.look();
  run.look([decision(ask(run, { to: "x" }))]);
  run.settle("a", asks({ to: "x" }));

  expect(run.standing()["a"]).toBe("failed/not_retryable");
});

test("two approvals of one run are decided on apart", () => {
  const run = openRun(makePlan({ a: [], b: [] }));
  run.look();
  run.look([run.outcome("a", asks({ to: "a" })), run.outcome("b", asks({ to: "b" }))]);
  const [first, second] = run.state().approvals;
  run.look([decision(second?.approvalId ?? "")]);

  expect(first?.stepId).toBe("a");
  expect(run.standing()).toEqual({ a: "paused/approval", b: "running" });
});

test("canceling the run cancels its approvals", () => {
  const run = openRun(plan);
  run.look();
  const id = ask(run, { to: "x" });
  run.look([{ type: "canceled", by: "Ada" }]);

  expect(run.state().approvals).toMatchObject([{ status: "canceled" }]);
  expect(run.look([decision(id)]).change).toBeNull();
  expect(run.settle("b", done()).accepted.size).toBe(0);
});
