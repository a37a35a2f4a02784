import { expect, test } from "vitest";
import type { RunEvent } from "#server/core/run.ts";
import type { AttemptView } from "#server/core/views.ts";
import { eventSentence, eventTone, resumedStarts } from "#web/run/event-words.ts";
import { parseInput } from "#web/run/parse-input.ts";
import { without } from "#web/run/step-waits.ts";
import { countedAttempts } from "#web/run/counted-attempts.ts";
import { waterfall } from "#web/run/waterfall-rows.ts";
import { runWords } from "#web/pause-state.ts";
import { stepState } from "#web/step-state.ts";
import { at, makeRun, makeRunStep } from "./make-run.ts";

function makeAttempt(attempt: number, status: AttemptView["status"], from: number, to: number | null) {
  const none = { input: null, output: null, error: null, correction: null, usage: null, worker: null };
  return { ...none, attempt, status, startedAt: at(from), endedAt: to === null ? null : at(to) };
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
    ["gap", 0.2, "paused"],
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

test("only what waited for a person is drawn so: not the time of another agent's run or of a timer", () => {
  const child = makeRunStep("child", {
    status: "completed",
    startedAt: at(0),
    endedAt: at(10),
    attempts: [makeAttempt(1, "paused", 0, 8), makeAttempt(1, "completed", 8, 10)],
  });
  const timer = makeRunStep("timer", { status: "paused", reason: "wait", startedAt: at(0) });
  const budget = makeRunStep("budget", { status: "paused", reason: "budget", startedAt: at(5) });

  const { rows } = waterfall(makeRun([child, timer, budget], { status: "paused" }), Date.parse(at(10)));

  expect(rows.map((row) => row.segments.map((segment) => segment.kind))).toEqual([
    ["gap", "attempt"],
    ["gap"],
    ["waiting"],
  ]);
});

test("a step that was taken over took no time of this run", () => {
  const reused = { status: "completed", reason: "reused", startedAt: at(0), endedAt: at(0) } as const;

  expect(waterfall(makeRun([makeRunStep("a", reused)]), Date.parse(at(10))).rows[0]).toMatchObject({
    segments: [],
    seconds: null,
  });
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

  const names = new Map([["send", "Step 1 “Send”"]]);
  expect(eventSentence(event, names)).toBe("Step 1 “Send” was approved with a changed input");
  expect(eventSentence({ ...event, data: { editedInput: null } }, names)).toBe("Step 1 “Send” was approved");
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

  expect(eventSentence(event, new Map([["fetch", "Step 1 “Fetch”"]]))).toBe(
    "Step 1 “Fetch” attempt failed, attempt 2: The host did not answer.",
  );
  expect(eventTone(event)).toBe("bad");
});

test("the log names the step that caused a skip, how another agent's run ended, and what was taken over", () => {
  const names = new Map([
    ["fetch", "Step 1 “Fetch”"],
    ["send", "Step 2 “Send”"],
  ]);
  const sentence = (type: RunEvent["type"], data: RunEvent["data"]) =>
    eventSentence({ seq: 4, type, stepId: "send", attempt: null, worker: null, at: at(1), data }, names);

  expect(sentence("step-skipped", { reason: "upstream_failed", causeStepId: "fetch" })).toBe(
    "Step 2 “Send” was skipped: Step 1 “Fetch” failed",
  );
  expect(sentence("step-skipped", { reason: "stopped", causeStepId: "fetch" })).toBe(
    "Step 2 “Send” was skipped: Step 1 “Fetch” failed, which stops the run",
  );
  expect(sentence("step-skipped", { reason: "condition" })).toBe("Step 2 “Send” was skipped: condition");
  expect(sentence("child-run-ended", { status: "failed" })).toBe(
    "Step 2 “Send” the other agent's run failed",
  );
  expect(sentence("child-run-ended", { status: "late" })).toBe(
    "Step 2 “Send” the other agent's run did not end in time",
  );
  expect(sentence("step-completed", { reason: "reused", runId: "run_0" })).toBe(
    "Step 2 “Send” was taken over from an earlier run",
  );
});

test("an attempt that goes on is not told as one that starts", () => {
  const start = (seq: number, stepId: string, attempt: number): RunEvent => ({
    seq,
    type: "attempt-started",
    stepId,
    attempt,
    worker: null,
    at: at(seq),
    data: {},
  });
  const events = [start(1, "ask", 1), start(2, "other", 1), start(3, "ask", 1), start(4, "ask", 2)];

  expect([...resumedStarts(events)]).toEqual([3]);
  expect(eventSentence(start(3, "ask", 1), new Map(), true)).toBe("ask went on, attempt 1");
});

test("LLM-A08: the log says what a model did not see all of", () => {
  const cuts = [
    { prompt: "step", label: 'Step 1 "Fetch" (fetch), completed, output', kept: 21_333, of: 409_600 },
    { prompt: "judge", label: "Output", kept: 64_000, of: 90_000 },
  ];
  const event = {
    seq: 2,
    type: "step-completed" as const,
    stepId: "read",
    attempt: 1,
    worker: null,
    at: at(1),
  };

  expect(eventSentence({ ...event, data: { cuts } }, new Map())).toBe(
    'read completed: the model saw the first 21,333 of 409,600 characters of Step 1 "Fetch" (fetch), completed, output · whoever judged it saw the first 64,000 of 90,000 characters of Output',
  );
});

test("run input is JSON or nothing, and anything else is refused in words", () => {
  expect(parseInput("  ")).toEqual({ ok: true, value: null });
  expect(parseInput('{"a":[1]}')).toEqual({ ok: true, value: { a: [1] } });
  expect(parseInput("{a:1}")).toMatchObject({ ok: false, error: expect.stringContaining("not valid JSON") });
});

test("a run in the list says what it waits for, and what nobody knows of a canceled one", () => {
  const until = { reasons: ["wait" as const], dueAt: at(60) };
  const asks = { reasons: ["wait" as const, "approval" as const], dueAt: at(60) };

  expect(runWords(makeRun([], { status: "paused", pause: until }))).toMatchObject({ tone: "waiting" });
  expect(runWords(makeRun([], { status: "paused", pause: asks })).label).toBe("Waiting for approval");
  expect(runWords(makeRun([], { status: "canceled" })).tone).toBe("canceled");
  expect(runWords(makeRun([], { status: "canceled", uncertainSteps: ["send"] })).tone).toBe("attention");
});
