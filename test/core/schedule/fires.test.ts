import { expect, test } from "vitest";
import { nextFire, nextFires } from "#server/core/schedule-fires.ts";
import { readForTest } from "./compare-fires.ts";
import { firesOf } from "./fires-of.ts";

const GAP_EVE = "2027-03-27T12:00:00Z"; // Berlin: 28 March 2027, 02:00 → 03:00
const OVERLAP_EVE = "2027-10-30T12:00:00Z"; // Berlin: 31 October 2027, 03:00 → 02:00

test("slots that a gap brings to the same instant are one fire", () => {
  expect(firesOf("0 1,2,3 * * *", "Europe/Berlin", GAP_EVE, 3)).toEqual([
    "2027-03-28T00:00Z",
    "2027-03-28T01:00Z",
    "2027-03-28T23:00Z",
  ]);
  expect(firesOf("0,20,40 2 * * *", "Europe/Berlin", GAP_EVE, 2)).toEqual([
    "2027-03-28T01:00Z",
    "2027-03-29T00:00Z",
  ]);
  expect(firesOf("30 1,2,3 * * *", "Europe/Berlin", GAP_EVE, 3)).toEqual([
    "2027-03-28T00:30Z",
    "2027-03-28T01:00Z",
    "2027-03-28T01:30Z",
  ]);
});

test("fixed times fire at the first of two occurrences, and at that only", () => {
  expect(firesOf("0,30 1-3 * * *", "Europe/Berlin", "2027-10-30T22:59:00Z", 6)).toEqual([
    "2027-10-30T23:00Z",
    "2027-10-30T23:30Z",
    "2027-10-31T00:00Z",
    "2027-10-31T00:30Z",
    "2027-10-31T02:00Z",
    "2027-10-31T02:30Z",
  ]);
});

test("a wildcard or a step in minute or hour follows elapsed time", () => {
  expect(firesOf("*/30 * * * *", "Europe/Berlin", "2027-10-31T00:00:00Z", 5)).toEqual([
    "2027-10-31T00:30Z",
    "2027-10-31T01:00Z",
    "2027-10-31T01:30Z",
    "2027-10-31T02:00Z",
    "2027-10-31T02:30Z",
  ]);
  expect(firesOf("*/30 2 * * *", "Europe/Berlin", GAP_EVE, 1)).toEqual(["2027-03-29T00:00Z"]);
  expect(firesOf("*/30 2 * * *", "Europe/Berlin", OVERLAP_EVE, 5)).toEqual([
    "2027-10-31T00:00Z",
    "2027-10-31T00:30Z",
    "2027-10-31T01:00Z",
    "2027-10-31T01:30Z",
    "2027-11-01T01:00Z",
  ]);
  expect(firesOf("0 * * * *", "Europe/Berlin", "2027-03-28T00:00:00Z", 2)).toEqual([
    "2027-03-28T01:00Z",
    "2027-03-28T02:00Z",
  ]);
});

test("all values written out are a wildcard, and a step that leaves one value is that value", () => {
  for (const [written, same] of [
    ["0-59 2 * * *", "* 2 * * *"],
    ["30 0-23 * * *", "30 * * * *"],
    ["30 */24 * * *", "30 0 * * *"],
  ] as const)
    for (const eve of [GAP_EVE, OVERLAP_EVE])
      expect(firesOf(written, "Europe/Berlin", eve, 300)).toEqual(firesOf(same, "Europe/Berlin", eve, 300));
  expect(firesOf("0 */24 * * *", "America/Santiago", "2025-09-06T12:00:00Z", 1)).toEqual([
    "2025-09-07T04:00Z",
  ]);
});

test("changes of half an hour, of two hours and at midnight", () => {
  expect(firesOf("15 2 * * *", "Australia/Lord_Howe", "2027-10-02T12:00:00Z", 2)).toEqual([
    "2027-10-02T15:30Z",
    "2027-10-03T15:15Z",
  ]);
  expect(firesOf("45 1 * * *", "Australia/Lord_Howe", "2027-04-03T12:00:00Z", 2)).toEqual([
    "2027-04-03T14:45Z",
    "2027-04-04T15:15Z",
  ]);
  expect(firesOf("30 1,2 * * *", "Antarctica/Troll", GAP_EVE, 2)).toEqual([
    "2027-03-28T01:00Z",
    "2027-03-28T23:30Z",
  ]);
  expect(firesOf("30 23 * * *", "America/Nuuk", GAP_EVE, 2)).toEqual([
    "2027-03-28T01:00Z",
    "2027-03-29T00:30Z",
  ]);
  expect(firesOf("30 23 * * *", "America/Asuncion", "2020-03-21T12:00:00Z", 2)).toEqual([
    "2020-03-22T02:30Z",
    "2020-03-23T03:30Z",
  ]);
});

test("a date that a zone left out whole fires at the first instant after it", () => {
  // Samoa went from 29 to 31 December 2011.
  expect(firesOf("0 9 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", 1)).toEqual(["2011-12-30T10:00Z"]);
  expect(firesOf("0 9 * * *", "Pacific/Apia", "2011-12-29T00:00:00Z", 4)).toEqual([
    "2011-12-29T19:00Z",
    "2011-12-30T10:00Z",
    "2011-12-30T19:00Z",
    "2011-12-31T19:00Z",
  ]);
  expect(firesOf("0 */12 * * *", "Pacific/Apia", "2011-12-29T20:00:00Z", 3)).toEqual([
    "2011-12-29T22:00Z",
    "2011-12-30T10:00Z",
    "2011-12-30T22:00Z",
  ]);
});

test("years before zones had whole minutes and behind the last time are no trouble", () => {
  expect(firesOf("0 0 * * *", "Africa/Monrovia", "1970-06-01T12:00:00Z", 1)).toEqual([
    "1970-06-02T00:44:30.000Z",
  ]);
  expect(nextFire(readForTest("* * * * *", "UTC"), new Date("9999-12-31T23:59:30Z"))).toBeNull();
  expect(nextFires(readForTest("0 0 * * *", "Europe/Berlin"), new Date(8.64e15), 3)).toEqual([]);
  expect(nextFires(readForTest("0 0 * * *", "Europe/Berlin"), new Date(0), 0)).toEqual([]);
});
