import { expect, test } from "vitest";
import { missedSlots, ON_TIME_MS } from "#server/core/schedule-missed.ts";
import { readForTest } from "./compare-fires.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const at = (time: string) => new Date(`2026-12-01T${time}Z`);

test("a downtime of any length causes at most one late run, as catch-up says", () => {
  const now = at("12:30:20");
  for (const [cron, down, slots] of [
    ["* * * * *", 10 * MINUTE_MS, 10],
    ["* * * * *", 600 * MINUTE_MS, 600],
    ["* * * * *", 30 * DAY_MS, 43_200],
    ["0 * * * *", 600 * MINUTE_MS, 10],
    ["0 9 * * *", 30 * DAY_MS, 30],
    ["0 9 * * *", 365 * DAY_MS, 365],
    ["0 0 1 1 *", 3_650 * DAY_MS, 10],
  ] as const) {
    const schedule = readForTest(cron, "Europe/Berlin");
    const settled = new Date(now.getTime() - down);
    const latest = missedSlots(schedule, settled, now, { catchUp: "latest" });
    const none = missedSlots(schedule, settled, now, { catchUp: "none" });
    const isOnTime = cron === "* * * * *";

    expect([cron, latest.missed?.count]).toEqual([cron, slots - 1]);
    expect([cron, none.missed?.count]).toEqual([cron, isOnTime ? slots - 1 : slots]);
    expect(none.fire).toEqual(isOnTime ? at("12:30:00") : null);
    expect(latest.fire?.getTime()).toBeGreaterThan(latest.missed?.last.getTime() ?? 0);
    expect([latest.next, latest.settled]).toEqual([none.next, now]);
  }
});

test("a slot that is a minute late is on time, a later one is missed without catch-up", () => {
  const schedule = readForTest("0 12 * * *", "UTC");
  const due = (late: number) =>
    missedSlots(schedule, at("08:00:00"), new Date(at("12:00:00").getTime() + late), { catchUp: "none" });

  expect(due(0)).toMatchObject({ fire: at("12:00:00"), missed: null });
  expect(due(ON_TIME_MS)).toMatchObject({ fire: at("12:00:00"), missed: null });
  expect(due(ON_TIME_MS + 1)).toMatchObject({
    fire: null,
    missed: { count: 1, isExact: true, first: at("12:00:00"), last: at("12:00:00") },
  });
  expect(due(-1)).toEqual({ fire: null, missed: null, next: at("12:00:00"), settled: at("11:59:59.999") });
});

test("slots of many years are told as more than were counted", () => {
  const now = at("12:00:30");
  const due = missedSlots(readForTest("* * * * *", "Europe/Berlin"), new Date("2001-01-01T00:00:00Z"), now, {
    catchUp: "latest",
  });

  expect(due).toEqual({
    fire: at("12:00:00"),
    missed: { count: 100_000, isExact: false, first: new Date("2001-01-01T00:01:00Z"), last: at("11:59:00") },
    next: at("12:01:00"),
    settled: now,
  });
});

test("nothing is due of what was settled already, nor of a schedule whose next slot is years away", () => {
  const [minutely, rare] = [readForTest("* * * * *", "UTC"), readForTest("0 0 29 2 *", "UTC")];

  expect(missedSlots(minutely, at("12:00:00"), at("12:00:59"), { catchUp: "latest" })).toMatchObject({
    fire: null,
    missed: null,
    next: at("12:01:00"),
  });
  expect(
    missedSlots(rare, new Date("2024-03-01T00:00:00Z"), at("12:00:00"), { catchUp: "latest" }),
  ).toMatchObject({
    fire: null,
    missed: null,
    next: new Date("2028-02-29T00:00:00Z"),
  });
});
