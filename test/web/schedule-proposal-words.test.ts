import { expect, test } from "vitest";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import {
  isAsProposed,
  proposedSettings,
  type ScheduleProposalData,
  scheduleFacts,
  scheduleProposalWords,
} from "#web/chat/schedule-proposal-words.ts";

const proposal: ScheduleProposalData = {
  type: "schedule",
  cron: "0 9 * * 1-5",
  timezone: "Europe/Berlin",
  words: "At 09:00, Monday through Friday (Europe/Berlin)",
  overlap: "skip",
  catchUp: "latest",
  input: null,
  enabled: true,
  pausedFrom: null,
  pausedUntil: null,
  nextFireTimes: [],
  warnings: [],
};

const schedule: ScheduleView = {
  ...proposedSettings(proposal),
  scheduleId: "sch_1",
  agentId: "agent_1",
  words: proposal.words,
  broken: null,
  nextFireTimes: [],
  warnings: [],
  lastSlot: null,
  createdAt: "2026-12-01T11:00:00.000Z",
  updatedAt: "2026-12-01T11:00:00.000Z",
};

test("a new schedule shows what will be stored, and leaves out what it has none of", () => {
  expect(scheduleFacts(proposal, null).map(({ name }) => name)).toEqual([
    "When",
    "Cron",
    "Run before still going",
    "After a downtime",
  ]);
  expect(scheduleProposalWords(proposal, null)).toMatchObject({ confirm: "Set the schedule" });
});

test("a change shows beside each new value the one before", () => {
  const change = {
    ...proposal,
    scheduleId: "sch_1",
    cron: "0 10 * * 1-5",
    words: "At 10:00",
    input: { a: 1 },
  };

  const changed = scheduleFacts(change, schedule).filter(({ before }) => before !== undefined);

  expect(changed.map(({ name, value, before }) => [name, before, value])).toEqual([
    ["When", proposal.words, "At 10:00"],
    ["Cron", "0 9 * * 1-5", "0 10 * * 1-5"],
    ["Run input", "none", '{"a":1}'],
  ]);
  expect(scheduleProposalWords(change, schedule).confirm).toBe("Save the change");
});

test("a pause, its end and a removal are called that", () => {
  const known = { ...proposal, scheduleId: "sch_1" };
  const paused = {
    ...known,
    pausedFrom: "2027-07-31T22:00:00.000Z",
    pausedUntil: "2027-08-31T22:00:00.000Z",
  };
  const off = { ...schedule, enabled: false };

  expect(scheduleProposalWords(paused, schedule).confirm).toBe("Pause it");
  expect(scheduleFacts(paused, schedule).at(-1)).toMatchObject({
    name: "Paused",
    value: "from Aug 1, 2027 through Aug 31, 2027",
    before: "none",
  });
  expect(scheduleProposalWords(known, off).confirm).toBe("Resume it");
  expect(scheduleProposalWords({ ...known, remove: true }, schedule).confirm).toBe("Delete it");
  expect(scheduleProposalWords(paused, { ...schedule, ...proposedSettings(paused) }).title).toBe(
    "Pause this schedule",
  );
});

test("a proposal is done when a schedule stands exactly as it says, however its times are written", () => {
  const paused = { ...proposal, pausedFrom: "2027-07-31T22:00:00Z", pausedUntil: null };

  expect(isAsProposed(proposal, schedule)).toBe(true);
  expect(isAsProposed(paused, { ...schedule, pausedFrom: "2027-07-31T22:00:00.000Z" })).toBe(true);
  expect(isAsProposed(proposal, { ...schedule, overlap: "queue" })).toBe(false);
  expect(isAsProposed(proposal, { ...schedule, input: { a: 1 } })).toBe(false);
  expect(isAsProposed(proposal, { ...schedule, enabled: false })).toBe(false);
});
