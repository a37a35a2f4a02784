import { expect, test } from "vitest";
import { describeSchedule } from "#server/core/schedule-words.ts";

test("a schedule is told in words with its zone", () => {
  for (const [cron, words] of [
    ["* * * * *", "Every minute"],
    ["*/15 * * * *", "Every 15 minutes"],
    ["0 9 * * MON-FRI", "At 09:00, Monday through Friday"],
    ["30 2 * * *", "At 02:30, every day"],
    ["0 8,20 * * *", "At 08:00 and 20:00, every day"],
    ["0 * * * *", "Every hour"],
    ["30 * * * *", "At 30 minutes past the hour"],
    ["0 9 * 7 *", "At 09:00, only in July"],
    ["0 9,17 * JAN,MAR 1", "At 09:00 and 17:00, only on Monday, only in January and March"],
    ["0 9 L * *", "At 09:00, on the last day of the month"],
    ["0 9 LW 6,12 *", "At 09:00, on the last weekday of the month, only in June and December"],
    ["0 9 1W * *", "At 09:00, on the first weekday of the month"],
    ["0 9 * * 5L", "At 09:00, on the last Friday of the month"],
    ["0 9 * * 4#1,4#3", "At 09:00, on the first Thursday and third Thursday of the month"],
    ["0 9 * * 7", "At 09:00, only on Sunday"],
  ] as const)
    expect([cron, describeSchedule({ cron, timezone: "Europe/Berlin" })]).toEqual([
      cron,
      `${words} (Europe/Berlin)`,
    ]);
});

test("lists of several kinds of days are told kind by kind", () => {
  for (const [cron, words] of [
    ["0 0 1W,15W * *", "on the first weekday of the month and on the weekday nearest day 15 of the month"],
    ["0 0 L,3 * *", "on day 3 of the month and on the last day of the month"],
    ["0 0 * * FRI,SAT#2", "only on Friday and on the second Saturday of the month"],
    ["0 0 * * MON#1,5L", "on the first Monday of the month and on the last Friday of the month"],
  ] as const)
    expect([cron, describeSchedule({ cron, timezone: "UTC" })]).toEqual([cron, `At 00:00, ${words} (UTC)`]);
});

test("two restricted day fields are told as either", () => {
  for (const [cron, words] of [
    ["0 0 1-7 * 4", "either on day 1–7 of the month or on Thursday"],
    ["0 0 13 * FRI", "either on day 13 of the month or on Friday"],
    ["0 0 L * 1-5", "either on the last day of the month or Monday through Friday"],
    ["0 0 29 2 0", "either on day 29 of the month or on Sunday, only in February"],
  ] as const)
    expect([cron, describeSchedule({ cron, timezone: "UTC" })]).toEqual([cron, `At 00:00, ${words} (UTC)`]);
});
