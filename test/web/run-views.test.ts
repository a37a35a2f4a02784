import { expect, test } from "vitest";
import type { RunEvent } from "#server/core/run.ts";
import type { AttemptView, RunStepView, RunView } from "#server/core/views.ts";
import { eventSentence, eventTone } from "#web/run/event-words.ts";
import { parseInput } from "#web/run/parse-input.ts";
import { without } from "#web/run/step-waits.ts";
import { countedAttempts } from "#web/run/counted-attempts.ts";
import { waterfall } from "#web/run/waterfall-rows.ts";
import { stepState } from "#web/step-state.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

function makeRunStep(stepId: string, over: Partial<RunStepView> = {}): RunStepView {
  return {
    stepId,
    number: 1,
    title: stepId,
    kind: "tool",
    dependsOn: [],
    status: "pending",
    reason: null,
    causeStepId: null,
    attempts: [],
    maxAttempts: 3,
    input: null,
    output: null,
    error: null,
    usage: null,
    approval: null,
    childRunId: null,
    dueAt: null,
    startedAt: null,
    endedAt: null,
    ...over,
  };
}

function makeAttempt(attempt: number, status: AttemptView["status"], from: number, to: number | null) {
  const none = { input: null, output: null, error: null, correction: null, usage: null, worker: null };
  return { ...none, attempt, status, startedAt: at(from), endedAt: to === null ? null : at(to) };
}

function makeRun(steps: RunStepView[], over: Partial<RunView> = {}): RunView {
  return {
    runId: "run_1",
    agentId: "agent_1",
    agentName: "Test",
    snapshotId: "snap_1",
    snapshotVersion: 1,
    status: "running",
    trigger: { type: "manual" },
    stepCounts: {},
    createdAt: at(0),
    startedAt: at(0),
    endedAt: null,
    input: null,
    reuseFrom: null,
    continuedBy: null,
    steps,
    report: null,
    usage: null,
    budget: null,
    seq: 1,
    ...over,
  };
}

test("a try that lost its worker, or waited for a person, is no attempt of its own", () => {
  const attempts = [
    makeAttempt(1, "interrupted", 0, 2),
    makeAttempt(1, "paused", 2, 3),
    makeAttempt(1, "failed", 3, 4),
    makeAttempt(2, "completed", 4, 5),
  ];

  expect(countedAttempts({ attempts })).toBe(2);
});

test("attempts are segments of the run's time and the gap between them is waiting", () => {
  const step = makeRunStep("fetch", {
    status: "completed",
    startedAt: at(0),
    endedAt: at(8),
    attempts: [makeAttempt(1, "failed", 0, 2), makeAttempt(2, "completed", 6, 8)],
  });

  const { rows, seconds } = waterfall(
    makeRun([step], { status: "completed", endedAt: at(10) }),
    Date.parse(at(99)),
  );

  expect(seconds).toBe(10);
  expect(rows[0]?.seconds).toBe(8);
  expect(rows[0]?.segments.map((segment) => [segment.kind, segment.start, segment.outcome])).toEqual([
    ["attempt", 0, "failed"],
    ["waiting", 0.2, "paused"],
    ["attempt", 0.6, "completed"],
  ]);
});

test("what is running or waiting reaches to now", () => {
  const running = makeRunStep("a", {
    status: "running",
    startedAt: at(5),
    attempts: [makeAttempt(1, "running", 5, null)],
  });
  const paused = makeRunStep("b", { status: "paused", reason: "approval", startedAt: at(2) });

  const { rows } = waterfall(makeRun([running, paused]), Date.parse(at(10)));

  expect(rows[0]?.segments).toEqual([{ kind: "attempt", start: 0.5, width: 0.5, outcome: "running" }]);
  expect(rows[1]?.segments).toEqual([{ kind: "waiting", start: 0.2, width: 0.8, outcome: "paused" }]);
});

test("time spent on a person's decision is waiting, also in an attempt that then failed", () => {
  const step = makeRunStep("send", {
    status: "skipped",
    reason: "canceled",
    startedAt: at(0),
    endedAt: at(10),
    attempts: [makeAttempt(1, "failed", 0, 10)],
  });
  const event = (seq: number, type: RunEvent["type"], seconds: number): RunEvent => ({
    seq,
    type,
    stepId: "send",
    attempt: 1,
    worker: null,
    at: at(seconds),
    data: {},
  });
  const events = [event(1, "approval-requested", 2), event(2, "approval-canceled", 10)];

  const { rows } = waterfall(makeRun([step], { status: "canceled", endedAt: at(10) }), 0, events);

  expect(rows[0]?.segments).toEqual([
    { kind: "attempt", start: 0, width: 0.2, outcome: "failed" },
    { kind: "waiting", start: 0.2, width: 0.8, outcome: "paused" },
  ]);
});

test("parts taken out of a span leave the rest in order", () => {
  const taken = [
    { from: 6, to: 7 },
    { from: 0, to: 2 },
    { from: 9, to: 20 },
  ];

  expect(without({ from: 1, to: 10 }, taken)).toEqual([
    { from: 2, to: 6 },
    { from: 7, to: 9 },
  ]);
  expect(without({ from: 1, to: 10 }, [{ from: 0, to: 10 }])).toEqual([]);
});

test("an approval with a changed input says so in the log", () => {
  const event: RunEvent = {
    seq: 4,
    type: "approval-approved",
    stepId: "send",
    attempt: 1,
    worker: null,
    at: at(1),
    data: { editedInput: { content: "Hi" } },
  };

  expect(eventSentence(event, "Step 1 “Send”")).toBe("Step 1 “Send” was approved with a changed input");
  expect(eventSentence({ ...event, data: { editedInput: null } }, "Step 1 “Send”")).toBe(
    "Step 1 “Send” was approved",
  );
});

test("a step that has not started has a row and nothing on it", () => {
  const { rows } = waterfall(makeRun([makeRunStep("later")]), Date.parse(at(10)));

  expect(rows[0]).toMatchObject({ segments: [], seconds: null, state: { tone: "pending" } });
});

test("a step waiting for a person, one trying again and one skipped look different", () => {
  expect(stepState({ status: "paused", reason: "approval" })).toEqual({
    tone: "attention",
    label: "Waiting for approval",
  });
  expect(stepState({ status: "pending", reason: null, attempts: 1 }).tone).toBe("retrying");
  expect(stepState({ status: "skipped", reason: "upstream_failed" }).label).toBe(
    "Skipped: a step before it failed",
  );
});

test("an event reads as a sentence with its reason", () => {
  const event: RunEvent = {
    seq: 4,
    type: "attempt-failed",
    stepId: "fetch",
    attempt: 2,
    worker: null,
    at: at(1),
    data: { error: { message: "The host did not answer." } },
  };

  expect(eventSentence(event, "Step 1 “Fetch”")).toBe(
    "Step 1 “Fetch” attempt failed, attempt 2: The host did not answer.",
  );
  expect(eventTone(event)).toBe("bad");
});

test("run input is JSON or nothing, and anything else is refused in words", () => {
  expect(parseInput("  ")).toEqual({ ok: true, value: null });
  expect(parseInput('{"a":[1]}')).toEqual({ ok: true, value: { a: [1] } });
  expect(parseInput("{a:1}")).toMatchObject({ ok: false, error: expect.stringContaining("not valid JSON") });
});
