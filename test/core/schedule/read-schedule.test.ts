import { expect, test } from "vitest";
import { readSchedule } from "#server/core/schedule.ts";

const NOW = new Date("2026-12-01T12:00:00Z");

function problemsOf(cron: string, timezone = "UTC"): string[] {
  const read = readSchedule(cron, timezone, NOW);
  return read.ok ? [] : read.error.map(({ message }) => message);
}

test("a cron is kept with single spaces, names in capitals and a star for a question mark", () => {
  for (const [written, kept] of [
    ["  0  9 * *\tmon-fri ", "0 9 * * MON-FRI"],
    ["0 9 ? jan,Feb 1", "0 9 * JAN,FEB 1"],
    ["0 9 1 * ?", "0 9 1 * *"],
    ["@daily", "0 0 * * *"],
    ["@Hourly", "0 * * * *"],
    ["@weekly", "0 0 * * 0"],
    ["30 1 lw * *", "30 1 LW * *"],
  ] as const)
    expect(readSchedule(written, "UTC", NOW)).toMatchObject({
      ok: true,
      value: { cron: kept, timezone: "UTC" },
    });
});

test("what is wrong in a field is told with the field, the value and what would work", () => {
  const reads = 'It takes 0–59, "*", lists such as "1,3", ranges such as "1-5" and steps such as "*/2".';
  for (const [cron, problem] of [
    ["75 * * * *", 'The minute "75" is out of range 0–59.'],
    ["0 24 * * *", 'The hour "24" is out of range 0–23.'],
    ["0 0 0 * *", 'The day of month "0" is out of range 1–31.'],
    ["0 0 * 13 *", 'The month "13" is out of range 1–12.'],
    ["0 0 * * 8", 'The day of week "8" is out of range 0–7.'],
    ["0 0 32W * *", 'The day of month "32" is out of range 1–31.'],
    ["*/0 * * * *", 'The minute "*/0" has the step "0", which is out of range 1–60.'],
    ["0 */25 * * *", 'The hour "*/25" has the step "25", which is out of range 1–24.'],
    ["5/10 * * * *", 'The minute "5/10" has a step without a range. "5-59/10" would work.'],
    ["0 22-2 * * *", 'The hour "22-2" runs backwards. "22-23,0-2" would work.'],
    ["0 22-6/2 * * *", 'The hour "22-6/2" runs backwards. "22-23/2,0-6/2" would work.'],
    ["0 0 * * FRI-MON", 'The day of week "FRI-MON" runs backwards. "FRI-SAT,SUN-MON" would work.'],
    ["0 0 * * 7-2", 'The day of week "7-2" runs backwards. "0-2" would work.'],
    ["0 0 * NOV-FEB *", 'The month "NOV-FEB" runs backwards. "NOV-DEC,JAN-FEB" would work.'],
    ["1,,2 * * * *", 'The minute "1,,2" has an empty place in its list.'],
    ["x * * * *", `The minute "X" cannot be read. ${reads}`],
    ["-5 * * * *", `The minute "-5" cannot be read. ${reads}`],
    ["? * * * *", `The minute "?" cannot be read. ${reads}`],
    ["L * * * *", `The minute "L" cannot be read. ${reads}`],
    [
      "0 0 * * MONDAY",
      'The day of week "MONDAY" cannot be read. It takes 0–7 or SUN–SAT, "*", lists such as "1,3", ranges such as "1-5" and steps such as "*/2".',
    ],
    ["0 0 L-3 * *", 'The day of month "L-3" is not supported. "L" is the last day.'],
    ["0 0 1,LW * *", 'The day of month "LW" is the last weekday, and stands alone.'],
    ["0 0 1-5W * *", 'The day of month "1-5W" takes one day: "15W" is the weekday nearest day 15.'],
    ["0 0 * * L", 'The day of week "L" takes one day: "5L" is the last Friday and "5#2" the second.'],
    ["0 0 * * 1-5#2", 'The day of week "1-5#2" takes one day: "5L" is the last Friday and "5#2" the second.'],
    ["0 0 * * 5#6", 'The day of week "5#6" counts "6", which is out of range 1–5.'],
  ] as const)
    expect([cron, problemsOf(cron)]).toEqual([cron, [problem]]);
});

test("each wrong field and the zone are told at once", () => {
  expect(readSchedule("75 24 * * 9", "Europe/Pariss", NOW)).toEqual({
    ok: false,
    error: [
      { path: "cron", message: 'The minute "75" is out of range 0–59.' },
      { path: "cron", message: 'The hour "24" is out of range 0–23.' },
      { path: "cron", message: 'The day of week "9" is out of range 0–7.' },
      { path: "timezone", message: 'There is no time zone "Europe/Pariss". Did you mean "Europe/Paris"?' },
    ],
  });
});

test("another number of fields is refused with the form that would work", () => {
  const form = 'It takes five: minute, hour, day of month, month, day of week, such as "0 9 * * 1-5".';
  expect(problemsOf("")).toEqual([`A cron is needed. ${form}`]);
  expect(problemsOf("daily")).toEqual([`The cron "daily" has one field. ${form}`]);
  expect(problemsOf("0 9 * *")).toEqual([`The cron "0 9 * *" has 4 fields. ${form}`]);
  expect(problemsOf("0 0 9 * * MON")[0]).toMatch(
    /six fields, and seconds are not supported.*"0 9 \* \* MON" would work/,
  );
  expect(problemsOf("0 9 * * MON 2027")[0]).toMatch(
    /six fields, and years are not supported.*"0 9 \* \* MON" would work/,
  );
  expect(problemsOf("0 0 9 ? * MON 2027")[0]).toMatch(
    /seven fields, and seconds and years are not supported/,
  );
  expect(problemsOf("@reboot")[0]).toMatch(/^The cron "@reboot" is none of @hourly, @daily/);
  expect(problemsOf("@every 5m")[0]).toContain('"*/5 * * * *" for every five minutes');
  expect(problemsOf(`0 ${"1,".repeat(200)}1 * * *`)[0]).toMatch(/is longer than 200 characters\.$/);
});

test("advice is a cron that would work, at the time that was meant", () => {
  expect(problemsOf("0 8 31 2 *")[0]).toContain('such as "0 8 L 2 *" for the last day of February.');
  expect(problemsOf("0 8 31 4,6 *")[0]).toContain('such as "0 8 L 4,6 *" for the last day of the month.');
  for (const cron of ["0 9 * * *;rm -rf", "0 0 0 31 2 *", "0 61 9 * * *"])
    expect([cron, problemsOf(cron)[0]]).toEqual([cron, expect.not.stringContaining("would work")]);
});

test("what fires at no time in eight years is refused", () => {
  for (const [cron, timezone] of [
    ["0 0 31 2 *", "UTC"],
    ["0 0 30 FEB *", "UTC"],
    ["0 0 31 4,6,9,11 *", "Asia/Tokyo"],
    ["0 0 31W 2 *", "UTC"],
    // A fifth Monday in February comes again in 2044.
    ["0 0 * 2 1#5", "UTC"],
    // The clocks never show this hour on that date.
    ["*/15 2 * 3 0L", "Europe/Berlin"],
  ] as const)
    expect([cron, problemsOf(cron, timezone)[0]]).toEqual([cron, expect.stringContaining("never fires")]);
  expect(problemsOf("30 2 * 3 0L", "Europe/Berlin")).toEqual([]);
});
