import { expect, test } from "vitest";
import type { ScheduleView, SlotView } from "#server/core/trigger-views.ts";
import { pauseBody, pauseDraft } from "#web/triggers/pause-draft.ts";
import { scheduleBody, scheduleDraft } from "#web/triggers/schedule-draft.ts";
import { isPaused, pauseText, scheduleState, slotState, slotTimeText } from "#web/triggers/schedule-words.ts";
import { dateIn, dayAfter, startOfDate, zoneTimeText } from "#web/triggers/zone-time.ts";

const NOW = Date.parse("2026-12-01T12:00:00Z");

function makeSchedule(over: Partial<ScheduleView> = {}): ScheduleView {
  return {
    scheduleId: "sch_1",
    agentId: "agent_1",
    cron: "0 9 * * 1-5",
    timezone: "Europe/Berlin",
    words: "At 09:00, Monday through Friday (Europe/Berlin)",
    overlap: "skip",
    catchUp: "latest",
    input: null,
    enabled: true,
    pausedFrom: null,
    pausedUntil: null,
    broken: null,
    nextFireTimes: ["2026-12-02T08:00:00.000Z"],
    warnings: [],
    lastSlot: null,
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: "2026-11-01T00:00:00.000Z",
    ...over,
  };
}

function makeSlot(over: Partial<SlotView> = {}): SlotView {
  return {
    scheduledFor: "2026-12-01T08:00:00.000Z",
    status: "fired",
    reason: null,
    count: 1,
    lastFor: null,
    detail: null,
    runId: "run_1",
    runStatus: "completed",
    settledAt: "2026-12-01T08:00:00.100Z",
    ...over,
  };
}

test("a schedule says when it fires next on its own clocks, and how long that is", () => {
  const state = scheduleState(makeSchedule(), NOW);

  expect(state.tone).toBe("waiting");
  expect(state.label).toContain("09:00");
  expect(state.label).toContain("in 20 h");
});

test("a schedule that cannot fire, is off, is paused or is done says so", () => {
  const august = { pausedFrom: "2026-11-30T23:00:00.000Z", pausedUntil: "2027-01-31T23:00:00.000Z" };

  expect(scheduleState(makeSchedule({ broken: "There is no such zone." }), NOW).label).toBe("Cannot fire");
  expect(scheduleState(makeSchedule({ enabled: false }), NOW).label).toBe("Paused until you resume it");
  expect(scheduleState(makeSchedule(august), NOW).label).toBe("Paused from Dec 1, 2026 through Jan 31, 2027");
  expect(scheduleState(makeSchedule({ nextFireTimes: [] }), NOW).label).toBe("Fires no more");
});

test("a pause holds from its first instant to before its end, and an open one until it is taken back", () => {
  const pausedFrom = "2026-12-01T12:00:00.000Z";
  const until = (pausedUntil: string | null) => makeSchedule({ pausedFrom, pausedUntil });

  expect(isPaused(until("2026-12-02T00:00:00.000Z"), NOW)).toBe(true);
  expect(isPaused(until("2026-12-02T00:00:00.000Z"), NOW - 1)).toBe(false);
  expect(isPaused(until("2026-12-01T12:00:00.000Z"), NOW)).toBe(false);
  expect(isPaused(until(null), NOW + 1e12)).toBe(true);
});

test("a pause is told in whole dates of the schedule's zone where it is made of them", () => {
  const berlin = (pausedFrom: string, pausedUntil: string | null) =>
    pauseText({ pausedFrom, pausedUntil, timezone: "Europe/Berlin" });

  expect(berlin("2027-07-31T22:00:00Z", "2027-08-31T22:00:00Z")).toBe(
    "from Aug 1, 2027 through Aug 31, 2027",
  );
  expect(berlin("2027-07-31T22:00:00Z", "2027-08-01T22:00:00Z")).toBe("on Aug 1, 2027");
  expect(berlin("2027-07-31T22:00:00Z", null)).toBe("from Aug 1, 2027 until you resume it");
  expect(berlin("2027-08-01T10:00:00Z", "2027-08-01T12:30:00Z")).toMatch(/12:00 to .*14:30$/);
});

test("a pause of whole dates is stored from the first instant of the first to that after the last", () => {
  const body = pauseBody({ kind: "dates", first: "2027-03-28", last: "2027-03-28" }, "Europe/Berlin");

  expect(body).toEqual({
    ok: true,
    value: { enabled: true, pausedFrom: "2027-03-27T23:00:00.000Z", pausedUntil: "2027-03-28T22:00:00.000Z" },
  });
});

test("a pause without dates, or that ends before it begins, is refused at its field", () => {
  const refused = (first: string, last: string) => pauseBody({ kind: "dates", first, last }, "Europe/Berlin");

  expect(refused("", "2027-08-31")).toEqual({ ok: false, error: { pausedFrom: "A date is needed here." } });
  expect(refused("2027-08-01", "")).toEqual({ ok: false, error: { pausedUntil: "A date is needed here." } });
  expect(refused("2027-08-02", "2027-08-01")).toMatchObject({
    ok: false,
    error: { pausedUntil: expect.stringMatching(/before/) },
  });
});

test("the form of a pause shows the dates that were set, both included", () => {
  const schedule = makeSchedule({
    pausedFrom: "2027-07-31T22:00:00.000Z",
    pausedUntil: "2027-08-31T22:00:00.000Z",
  });

  expect(pauseDraft(schedule, NOW)).toEqual({ kind: "dates", first: "2027-08-01", last: "2027-08-31" });
  expect(pauseDraft(makeSchedule(), NOW)).toMatchObject({ kind: "open", first: "2026-12-01" });
});

test("a date begins when the zone's clocks first show it, also where midnight is left out", () => {
  expect(startOfDate("2027-08-01", "Europe/Berlin")).toBe("2027-07-31T22:00:00.000Z");
  expect(startOfDate("2018-11-04", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000Z");
  expect(startOfDate("2027-02-30", "UTC")).toBe(null);
  expect(startOfDate("", "UTC")).toBe(null);
  expect(dateIn("2027-07-31T22:00:00Z", "Europe/Berlin")).toBe("2027-08-01");
  expect(dayAfter("2028-02-28")).toBe("2028-02-29");
  expect(zoneTimeText("2027-07-31T22:00:00Z", "Europe/Berlin")).toContain("00:00");
});

test("each end of a slot has its own words, and a stretch of missed ones its count", () => {
  const skipped = { status: "skipped" as const, runId: null };

  expect(slotState(makeSlot())).toEqual({ tone: "completed", label: "Fired" });
  expect(slotState(makeSlot({ settledAt: "2026-12-01T10:30:00.100Z" })).label).toBe("Fired, 2 h 30 min late");
  expect(slotState(makeSlot({ runStatus: "failed" }))).toEqual({
    tone: "failed",
    label: "Fired: the run failed",
  });
  expect(slotState(makeSlot({ status: "queued" })).label).toContain("until the run before it ends");
  expect(slotState(makeSlot({ ...skipped, reason: "overlap" })).label).toContain("still going");
  expect(slotState(makeSlot({ ...skipped, reason: "refused" })).label).toContain("no run could start");
  expect(slotState(makeSlot({ status: "missed", reason: "downtime" })).label).toBe(
    "Missed: the server was not running",
  );
  expect(slotState(makeSlot({ status: "missed", reason: "downtime", count: 1440 })).label).toBe(
    "1,440 slots missed: the server was not running",
  );
  const stretch = makeSlot({ lastFor: "2026-12-01T09:00:00.000Z" });
  expect(slotTimeText(stretch, "UTC")).toMatch(/08:00 – .*09:00$/);
});

test("the form sends what stands in it, and refuses an input that is no JSON", () => {
  const draft = scheduleDraft(makeSchedule({ input: { order: 42 } }), "UTC");

  expect(scheduleBody({ ...draft, cron: " 0 8 * * * " })).toEqual({
    ok: true,
    value: {
      cron: "0 8 * * *",
      timezone: "Europe/Berlin",
      overlap: "skip",
      catchUp: "latest",
      input: { order: 42 },
    },
  });
  expect(scheduleBody({ ...draft, input: "" })).toMatchObject({ value: { input: null } });
  expect(scheduleBody({ ...draft, input: "{order: 42}" })).toMatchObject({ ok: false });
});
