import { expect, test } from "vitest";
import { parseTime } from "#server/core/time.ts";

test("a time is a day of the calendar, a time of that day and a zone", () => {
  const times: [text: string, time: string][] = [
    ["2030-01-31T09:00:00Z", "2030-01-31T09:00:00.000Z"],
    ["2030-01-31T09:00Z", "2030-01-31T09:00:00.000Z"],
    [" 2030-01-31 09:00:00.1234 +01:00\n", "2030-01-31T08:00:00.123Z"],
    ["2030-01-31t09:00:00-0230", "2030-01-31T11:30:00.000Z"],
    ["2028-02-29T00:00:00z", "2028-02-29T00:00:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["+275760-09-13T00:00:00Z", "+275760-09-13T00:00:00.000Z"],
  ];
  for (const [text, time] of times) expect([text, parseTime(text)]).toEqual([text, Date.parse(time)]);
});

test("a day that no month has, a time without a zone and words are no time", () => {
  for (const text of [
    "2030-02-31T09:00:00Z",
    "2029-02-29T09:00:00Z",
    "2030-06-31T09:00:00Z",
    "2030-13-01T09:00:00Z",
    "2030-01-31T25:00:00Z",
    "2030-01-31T09:00:00+99:99",
    "+275760-09-14T00:00:00Z",
    "2030-01-31T09:00:00",
    "2030-01-31",
    "31 Jan 2030 09:00 UTC",
    "tomorrow",
    "9",
    "",
  ])
    expect([text, parseTime(text)]).toEqual([text, null]);
});
