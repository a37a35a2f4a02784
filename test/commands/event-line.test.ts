import { expect, test } from "vitest";
import { eventLine } from "#server/commands/event-line.ts";
import type { RunEvent } from "#server/core/run.ts";

function event(over: Partial<RunEvent>): RunEvent {
  return {
    seq: 1,
    type: "attempt-started",
    stepId: "send",
    attempt: 1,
    worker: "w",
    at: "2026-10-01T08:00:00.000Z",
    data: {},
    ...over,
  };
}

const step = { number: 2, title: "Send it" };

test("a try that goes on after its approval is resumed, not started again", () => {
  expect(eventLine(event({ data: { claim: 1 } }), step)).toContain(
    'attempt started · step 2 "Send it" · attempt 1',
  );
  expect(eventLine(event({ data: { claim: 2, resumed: true } }), step)).toContain(
    'attempt resumed · step 2 "Send it" · attempt 1',
  );
});

test("what a person said and changed is in the line of their decision", () => {
  expect(eventLine(event({ type: "approval-rejected", data: { note: "Too cold." } }), step)).toContain(
    "· Too cold.",
  );
  expect(
    eventLine(event({ type: "approval-approved", data: { note: null, editedInput: { to: "bob" } } }), step),
  ).toContain('with another input: {"to":"bob"}');
});
