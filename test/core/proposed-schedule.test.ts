import { expect, test } from "vitest";
import { setScheduleInputSchema } from "#server/core/edit-schema-schedule.ts";
import { proposedSchedule, type ScheduleFacts } from "#server/core/proposed-schedule.ts";
import { localTime, pauseWords } from "#server/core/schedule-state.ts";

const NOW = new Date("2027-03-01T12:00:00Z");
const STANDING: ScheduleFacts = {
  scheduleId: "sch_1",
  cron: "0 9 * * 1-5",
  timezone: "Europe/Berlin",
  overlap: "queue",
  catchUp: "latest",
  input: { a: 1 },
  enabled: true,
  pausedFrom: null,
  pausedUntil: null,
  broken: null,
};

function propose(call: object, schedules: ScheduleFacts[] = []) {
  const read = setScheduleInputSchema.parse(call);
  return proposedSchedule(read, { schedules, now: NOW, timezone: "Europe/Berlin" });
}

test("a call needs to say only what is new, as calls of before did", () => {
  expect(propose({ cron: "0 9 * * MON-FRI", timezone: null, words: "weekdays at 9" })).toEqual({
    ok: true,
    value: {
      cron: "0 9 * * MON-FRI",
      timezone: "Europe/Berlin",
      words: "At 09:00, Monday through Friday (Europe/Berlin)",
      overlap: "skip",
      catchUp: "latest",
      input: null,
      enabled: true,
      pausedFrom: null,
      pausedUntil: null,
      nextFireTimes: [
        "2027-03-02T08:00:00.000Z",
        "2027-03-03T08:00:00.000Z",
        "2027-03-04T08:00:00.000Z",
        "2027-03-05T08:00:00.000Z",
        "2027-03-08T08:00:00.000Z",
      ],
      warnings: [],
    },
  });
});

test("what a person should know of the times comes along", () => {
  const either = propose({ cron: "0 0 1-7 * 4", timezone: "Berlin" });

  expect(either.ok && either.value.warnings).toMatchObject([{ code: "either_day" }]);
  expect(either.ok && either.value.warnings[0]?.message).toContain("0 0 * * 4#1");
});

test("a change keeps what is not said", () => {
  expect(propose({ schedule: 1, cron: "0 10 * * *" }, [STANDING])).toMatchObject({
    value: { scheduleId: "sch_1", cron: "0 10 * * *", overlap: "queue", input: { a: 1 } },
  });
  expect(propose({ schedule: 1, timezone: "new york" }, [STANDING])).toMatchObject({
    value: { cron: "0 9 * * 1-5", timezone: "America/New_York" },
  });
  expect(propose({ overlap: "allow", catchUp: "none", input: "[1]" }, [STANDING])).toMatchObject({
    value: { scheduleId: "sch_1", overlap: "allow", catchUp: "none", input: [1] },
  });
});

test("a pause is whole dates of the schedule's zone, also over a change of the clocks, and its fires are left out", () => {
  const paused = propose({ action: "pause", pausedFrom: "2027-03-02", pausedUntil: "2027-03-28" }, [
    STANDING,
  ]);

  expect(paused).toMatchObject({
    value: {
      enabled: true,
      pausedFrom: "2027-03-01T23:00:00.000Z",
      pausedUntil: "2027-03-28T22:00:00.000Z",
    },
  });
  expect(paused.ok && paused.value.nextFireTimes[0]).toBe("2027-03-29T07:00:00.000Z");
  expect(paused.ok && pauseWords(paused.value, NOW)).toBe("paused from 2 Mar 2027 to 28 Mar 2027");
});

test("pausing without dates turns it off, resuming takes every pause back, removing says what goes", () => {
  const off = propose({ action: "pause" }, [STANDING]);
  const resumed = propose({ action: "resume" }, [
    { ...STANDING, enabled: false, pausedFrom: "2027-03-01T00:00:00Z" },
  ]);

  expect(off).toMatchObject({ value: { enabled: false, pausedFrom: null, nextFireTimes: [] } });
  expect(resumed).toMatchObject({ value: { enabled: true, pausedFrom: null, pausedUntil: null } });
  expect(propose({ action: "remove" }, [STANDING])).toMatchObject({
    value: { remove: true, scheduleId: "sch_1" },
  });
  const unreadable = { ...STANDING, timezone: "Europe/Nowhere" };
  expect(propose({ action: "remove" }, [unreadable])).toMatchObject({ value: { remove: true } });
});

const REFUSED: [string, object, ScheduleFacts[], RegExp][] = [
  ["six fields", { cron: "0 0 9 * * *" }, [], /seconds are not supported.*"0 9 \* \* \*" would work/],
  ["a value out of range", { cron: "75 9 * * *" }, [], /minute "75" is out of range 0–59/],
  ["a date that never comes", { cron: "0 0 31 2 *" }, [], /never fires/],
  ["no zone", { cron: "0 9 * * *", timezone: "Europe/Berln" }, [], /Did you mean "Europe\/Berlin"/],
  [
    "a country of several zones",
    { cron: "0 9 * * *", timezone: "Spain" },
    [],
    /more than one time: Africa\/Ceuta/,
  ],
  ["no cron for a new one", { words: "often" }, [], /needs a cron of five fields/],
  [
    "a schedule that is not there",
    { schedule: 3, action: "pause" },
    [STANDING],
    /no schedule 3.*1: At 09:00/,
  ],
  ["none to pause", { action: "pause" }, [], /no schedule to pause/],
  ["one of two", { action: "pause" }, [STANDING, { ...STANDING, scheduleId: "sch_2" }], /Which schedule/],
  ["what is so already", { schedule: 1, cron: "0 9 * * 1-5" }, [STANDING], /already is so/],
  ["no date", { action: "pause", pausedFrom: "August" }, [STANDING], /not a date/],
  ["a day that no month has", { action: "pause", pausedFrom: "2027-02-30" }, [STANDING], /not a date/],
  [
    "days the wrong way round",
    { action: "pause", pausedFrom: "2027-05-02", pausedUntil: "2027-05-01" },
    [STANDING],
    /before it begins/,
  ],
  [
    "days that are over",
    { action: "pause", pausedFrom: "2027-01-01", pausedUntil: "2027-01-31" },
    [STANDING],
    /over already/,
  ],
  ["input that is no JSON", { cron: "0 9 * * *", input: "{" }, [], /not JSON/],
];

test.each(REFUSED)("%s is refused in words that say what would work", (_name, call, schedules, words) => {
  const proposed = propose(call, schedules);

  expect(proposed.ok ? "accepted" : proposed.error).toMatch(words);
});

test("times and pauses are told on the clocks of the zone", () => {
  expect(localTime("2027-03-28T01:00:00Z", "Europe/Berlin")).toBe("Sun, 28 Mar 2027, 03:00");
  expect(localTime("2027-03-28T22:00:00Z", "Europe/Berlin")).toBe("Mon, 29 Mar 2027, 00:00");
  expect(pauseWords({ ...STANDING, enabled: false }, NOW)).toBe("off");
  expect(pauseWords(STANDING, NOW)).toBe("");
  expect(pauseWords({ ...STANDING, pausedFrom: "2027-03-04T23:00:00Z" }, NOW)).toBe(
    "paused from 5 Mar 2027 until it is resumed",
  );
  const oneDay = { ...STANDING, pausedFrom: "2027-03-04T23:00:00Z", pausedUntil: "2027-03-05T23:00:00Z" };
  expect(pauseWords(oneDay, NOW)).toBe("paused on 5 Mar 2027");
  expect(pauseWords(oneDay, new Date("2027-04-01T00:00:00Z"))).toBe("");
});
