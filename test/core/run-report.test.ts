import { expect, test } from "vitest";
import type { OnError } from "#server/core/plan.ts";
import type { RunStatus, StepReason, StepStatus } from "#server/core/run.ts";
import { type ReportedStep, runReport } from "#server/core/run-report.ts";
import { makePlan } from "#test/make.ts";

/** How steps a, b, c, … ended, as "failed/check_failed by a: Why". */
type Ends = Record<string, string>;

function reported(end: string): ReportedStep {
  const [, status, reason = null, cause = null, message] =
    /^(\w+)(?:\/(\w+))?(?: by (\w+))?(?:: (.*))?$/.exec(end) ?? [];
  return {
    status: status as StepStatus,
    reason: reason as StepReason | null,
    causeStepId: cause,
    output: status === "completed" ? { ok: true } : null,
    error: message === undefined ? null : { message },
    isUncertain: false,
    failures: [],
  };
}

function report(
  status: RunStatus,
  ends: Ends,
  {
    settled = Object.keys(ends),
    onError = {},
  }: { settled?: string[]; onError?: Record<string, OnError> } = {},
) {
  const ids = Object.keys(ends);
  const titles = Object.fromEntries(ids.map((id) => [id, { title: id.toUpperCase(), onError: onError[id] }]));
  return runReport({
    snapshotId: "snap_1",
    plan: makePlan(Object.fromEntries(ids.map((id) => [id, []])), titles),
    status,
    settled,
    steps: new Map(Object.entries(ends).map(([id, end]) => [id, reported(end)])),
  });
}

function summaryOfTries(last: string, tries: string[]): string {
  return runReport({
    snapshotId: "snap_1",
    plan: makePlan({ fetch: [] }, { fetch: { title: "Fetch" } }),
    status: "failed",
    settled: ["fetch"],
    steps: new Map([
      [
        "fetch",
        {
          ...reported(`failed/attempts_exhausted: ${last}`),
          failures: tries.map((message, index) => ({ attempt: index + 1, message })),
        },
      ],
    ]),
  }).summary;
}

test("the steps are listed in the order in which they settled, open ones last in the plan's order", () => {
  const ends = { a: "completed", b: "pending", c: "failed/check_failed: No.", d: "running" };

  expect(report("running", ends, { settled: ["c", "a"] })).toEqual({
    plan_id: "snap_1",
    completed: false,
    failed_step: "c",
    summary: "The run is under way: of 4 steps 1 completed, 1 failed, 1 running, 1 pending.",
    steps: [
      { step_id: "c", status: "failed", output: null, error: "No." },
      { step_id: "a", status: "completed", output: { ok: true }, error: null },
      { step_id: "b", status: "pending", output: null, error: null },
      { step_id: "d", status: "running", output: null, error: null },
    ],
  });
});

test("each status of a run has its sentence", () => {
  const sentences: [RunStatus, Ends, string][] = [
    ["queued", { a: "pending" }, "The run waits for a worker."],
    ["running", { a: "running" }, "The run is under way: of 1 step 1 running."],
    [
      "canceled",
      { a: "completed", b: "skipped/canceled" },
      "The run was canceled: of 2 steps 1 completed, 1 skipped.",
    ],
    ["completed", { a: "completed" }, "The run completed: of 1 step 1 completed."],
  ];
  for (const [status, ends, summary] of sentences) expect(report(status, ends).summary).toBe(summary);
  expect(report("completed", { a: "completed" }).completed).toBe(true);
});

test("a paused run says what each of its steps waits for", () => {
  const ends = {
    a: "paused/approval",
    b: "paused/wait",
    c: "paused/check",
    d: "paused/budget",
    e: "paused/outcome_unknown",
    f: "pending",
  };

  expect(report("paused", ends, { settled: [] }).summary).toBe(
    'The run is paused: step 1 "A" waits for an approval; step 2 "B" waits for its time; step 3 "C" waits for its check to hold; step 4 "D" waits because the run\'s budget is used up; step 5 "E" waits for somebody to say whether its call happened.',
  );
});

test("a failed run names the failure, its reason, its error and what was skipped because of it", () => {
  const ends = {
    a: "failed/not_retryable: It broke",
    b: "skipped/upstream_failed by a",
    c: "skipped/upstream_failed by a",
    d: "skipped/upstream_failed by a",
    e: "skipped/condition",
  };

  expect(report("failed", ends).summary).toBe(
    'The run failed: of 5 steps 1 failed, 4 skipped. Step 1 "A" failed (another attempt cannot help). It broke. Skipped because of it: step 2 "B", step 3 "C" and step 4 "D".',
  );
});

test("every failure that failed the run is told with its reason, in the order in which they settled", () => {
  const ends = {
    a: "failed/attempts_exhausted: One!",
    b: "failed/approval_expired: Two?",
    c: "failed/check_failed: Three… ",
    d: "failed/budget",
    e: "skipped/upstream_failed by d",
  };

  const { summary, failed_step } = report("failed", ends, { settled: ["d", "a", "b", "c", "e"] });
  expect(summary).toBe(
    'The run failed: of 5 steps 4 failed, 1 skipped. Step 4 "D" failed (the budget is used up). No error was given. Skipped because of it: step 5 "E". Step 1 "A" failed (no attempts left). One! Step 2 "B" failed (the approval expired). Two? Step 3 "C" failed (the check failed). Three…',
  );
  expect(failed_step).toBe("d");
});

test("a failure that was tolerated does not fail the run, and is told", () => {
  const ends = { a: "failed/not_retryable: No.", b: "failed/budget", c: "completed" };
  const tolerated = report("completed", ends, { onError: { a: "continue", b: "continue" } });
  const other = report("failed", ends, { onError: { a: "continue", b: "stop" } });

  expect(tolerated.failed_step).toBeNull();
  expect(tolerated.summary).toBe(
    'The run completed: of 3 steps 1 completed, 2 failed. Step 1 "A" failed, and the run went on, as the plan says. No. Step 2 "B" failed, and the run went on, as the plan says. No error was given.',
  );
  expect(other.failed_step).toBe("b");
  expect(other.summary).toBe(
    'The run failed: of 3 steps 1 completed, 2 failed. Step 2 "B" failed (the budget is used up). No error was given. Step 1 "A" failed, and the run went on, as the plan says. No.',
  );
});

test("the same error of every attempt is said once, different ones attempt by attempt, a single one alone", () => {
  const start = 'The run failed: of 1 step 1 failed. Step 1 "Fetch" failed (no attempts left).';
  const none = "There is no file";

  expect(summaryOfTries(none, [none, none, none])).toBe(`${start} Each of its 3 attempts: ${none}.`);
  expect(summaryOfTries("Two", ["One.", "Two."])).toBe(
    `${start} Two. The tries: attempt 1: One. attempt 2: Two.`,
  );
  expect(summaryOfTries("Only this.", ["Only this."])).toBe(`${start} Only this.`);
});

test("a failure whose step the plan lets be skipped is told with its error", () => {
  const ends = { a: "skipped/on_error: The file is gone", b: "completed" };

  expect(report("completed", ends).summary).toBe(
    'The run completed: of 2 steps 1 completed, 1 skipped. Step 1 "A" failed, and it was skipped, as the plan says. The file is gone.',
  );
});

test("a run that stopped names what the failure kept from starting", () => {
  const ends = { a: "failed/check_failed: Too few", b: "skipped/stopped by a", c: "completed" };

  expect(report("failed", ends, { onError: { a: "stop" } }).summary).toBe(
    'The run failed: of 3 steps 1 completed, 1 failed, 1 skipped. Step 1 "A" failed (the check failed). Too few. Skipped because of it: step 2 "B".',
  );
});

test("what had failed is told of a run that was canceled or that is paused, too", () => {
  const failure = 'Step 1 "A" failed (no attempts left). It broke.';

  expect(
    report("canceled", { a: "failed/attempts_exhausted: It broke", b: "skipped/canceled" }).summary,
  ).toBe(`The run was canceled: of 2 steps 1 failed, 1 skipped. ${failure}`);
  expect(report("paused", { a: "failed/attempts_exhausted: It broke", b: "paused/approval" }).summary).toBe(
    `The run is paused: step 2 "B" waits for an approval. ${failure}`,
  );
});

test("a run in which no step had to act says that nothing was done", () => {
  expect(report("completed", { a: "skipped/condition", b: "skipped/precondition" }).summary).toBe(
    "The run completed: of 2 steps 2 skipped. Nothing was done.",
  );
});

test("a step that the run does not have is left out", () => {
  const plan = makePlan({ a: [], b: [] });
  const steps = new Map([["b", reported("completed")]]);

  expect(runReport({ snapshotId: "snap_1", plan, status: "completed", settled: ["b"], steps })).toMatchObject(
    {
      summary: "The run completed: of 1 step 1 completed.",
      steps: [{ step_id: "b" }],
    },
  );
});

test("calls of which nobody knows what they did are named when the run was canceled", () => {
  const steps = new Map(
    ["a", "b", "c"].map((id) => [id, { ...reported("skipped/canceled"), isUncertain: id !== "b" }]),
  );
  const plan = makePlan({ a: [], b: [], c: [] }, { a: { title: "A" }, b: { title: "B" }, c: { title: "C" } });

  const { summary } = runReport({ snapshotId: "snap_1", plan, status: "canceled", settled: [], steps });

  expect(summary).toContain('Nobody knows whether the calls of step 1 "A" and step 3 "C" had an effect');
});
