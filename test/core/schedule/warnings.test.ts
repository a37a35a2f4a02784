import { expect, test } from "vitest";
import { scheduleWarnings } from "#server/core/schedule-warnings.ts";
import { readForTest } from "./compare-fires.ts";

const NOW = new Date("2026-12-01T12:00:00Z");

function warningsOf(cron: string, timezone = "Europe/Berlin"): string[] {
  return scheduleWarnings(readForTest(cron, timezone, NOW), NOW).map(
    ({ code, message }) => `${code}: ${message}`,
  );
}

test("fires of a fixed time that a change of the clocks moves or doubles are told", () => {
  expect(warningsOf("30 2 * * *")).toEqual([
    "dst_gap: On 28 March 2027 clocks go from 02:00 to 03:00: 02:30 does not exist, and it fires once at 03:00 instead.",
    "dst_overlap: On 31 October 2027 clocks go back from 03:00 to 02:00: 02:30 comes twice, and it fires at the first only.",
  ]);
  expect(warningsOf("0,30 2 * * 0")).toEqual([
    "dst_gap: On 28 March 2027 clocks go from 02:00 to 03:00: 02:00 and 02:30 do not exist, and it fires once at 03:00 instead.",
    "dst_overlap: On 31 October 2027 clocks go back from 03:00 to 02:00: 02:00 and 02:30 come twice, and it fires at the first only.",
  ]);
});

test("a schedule by elapsed time is warned of only where somebody would notice", () => {
  for (const cron of ["* * * * *", "*/15 * * * *", "0 * * * *", "7,37 * * * 1-5"])
    expect([cron, warningsOf(cron)]).toEqual([cron, []]);
  expect(warningsOf("*/15 2 * * *")).toEqual([
    "dst_gap: On 28 March 2027 clocks go from 02:00 to 03:00: 02:00 to 02:45 do not exist, and nothing fires on that date.",
    "dst_overlap: On 31 October 2027 clocks go back from 03:00 to 02:00: 02:00 to 02:45 come twice, and it fires both times.",
  ]);
  expect(warningsOf("0 */2 * * *")[0]).toBe(
    "dst_gap: On 28 March 2027 clocks go from 02:00 to 03:00: 02:00 does not exist, and is left out.",
  );
  // A change of half an hour shifts half-hourly fires onto each other, but not hourly ones.
  expect(warningsOf("*/30 * * * *", "Australia/Lord_Howe")).toEqual([]);
  expect(warningsOf("0 * * * *", "Australia/Lord_Howe")).toEqual([
    "dst_gap: On 3 October 2027 clocks go from 02:00 to 02:30: 02:00 does not exist, and is left out.",
  ]);
});

test("changes at midnight are told with the date on which they happen", () => {
  expect(warningsOf("0 0 * * *", "America/Santiago")).toEqual([
    "dst_gap: On 5 September 2027 clocks go from 00:00 to 01:00: 00:00 does not exist, and it fires once at 01:00 instead.",
  ]);
  expect(warningsOf("30 23 * * *", "America/Santiago")).toEqual([
    "dst_overlap: On 3 April 2027 clocks go back from 24:00 to 23:00: 23:30 comes twice, and it fires at the first only.",
  ]);
});

test("what no change touches has no warning", () => {
  expect(warningsOf("0 9 * * 1-5")).toEqual([]);
  expect(warningsOf("30 2 * * 1-5")).toEqual([]);
  expect(warningsOf("30 2 * * *", "Asia/Kolkata")).toEqual([]);
});

test("two restricted day fields are warned of, with the weekday of the month that is mostly meant", () => {
  const either = "either_day: Both day fields are set, and a date fires if either matches.";
  for (const [days, meant, words] of [
    ["1-7 * 4", "* * 4#1", "first"],
    ["8-14 * MON,THU", "* * MON#2,THU#2", "second"],
    ["15-21 1-3 5", "* 1-3 5#3", "third"],
    ["22-28 * 5", "* * 5#4", "fourth"],
    ["25-31 * FRI", "* * FRIL", "last"],
  ] as const) {
    const [warning = ""] = warningsOf(`0 9 ${days}`);
    expect(warning).toContain(
      `${either} If only the ${words} such weekday of the month is meant, write "0 9 ${meant}": At 09:00,`,
    );
  }
  expect(warningsOf("0 9 13 * FRI")).toEqual([either]);
  expect(warningsOf("0 9 1-7 * 5L")).toEqual([either]);
});

test("a first fire that is more than a year away is told", () => {
  expect(warningsOf("0 9 29 2 *")).toEqual([
    "rare: It fires for the first time on 29 February 2028, more than a year from now.",
  ]);
  expect(warningsOf("0 9 1 11 *")).toEqual([]);
});
