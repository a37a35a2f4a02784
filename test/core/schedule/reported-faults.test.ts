import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readSchedule } from "#server/core/schedule.ts";
import { firesBetween, nextFire } from "#server/core/schedule-fires.ts";
import { missedSlots } from "#server/core/schedule-missed.ts";
import { previewSchedule } from "#server/core/schedule-preview.ts";
import { describeSchedule } from "#server/core/schedule-words.ts";
import { readForTest } from "./compare-fires.ts";
import { firesOf, short } from "./fires-of.ts";

const NOW = new Date("2026-12-01T12:00:00Z");
const MINUTE_MS = 60_000;

// Faults that were reported of other schedulers, by their case.

test("CRON-A01: a time in a gap fires at its end, one that comes twice fires at the first", () => {
  expect(firesOf("30 2 * * *", "America/New_York", "2026-03-07T12:00:00Z", 2)).toEqual([
    "2026-03-08T07:00Z",
    "2026-03-09T06:30Z",
  ]);
  expect(firesOf("30 1 * * *", "America/New_York", "2026-10-31T12:00:00Z", 2)).toEqual([
    "2026-11-01T05:30Z",
    "2026-11-02T06:30Z",
  ]);
});

test("CRON-A02: frequent fires go on through the hour that comes twice, and seconds are refused in words", () => {
  const schedule = readForTest("* * * * *", "Europe/London");
  const [from, to] = [Date.parse("2025-10-26T01:00:00Z"), Date.parse("2025-10-26T02:00:00Z")];

  expect([...firesBetween(schedule, from - 1, to - 1)]).toHaveLength(60);
  expect(readSchedule("*/15 * * * * *", "Europe/London", NOW)).toEqual({
    ok: false,
    error: [
      {
        path: "cron",
        message:
          'The cron "*/15 * * * * *" has six fields, and seconds are not supported: it may fire once a minute at most. "* * * * *" would work.',
      },
    ],
  });
});

test("CRON-A03: a date on which midnight does not exist is not skipped", () => {
  expect(firesOf("0 0 * * *", "America/Santiago", "2025-09-06T12:00:00Z", 2)).toEqual([
    "2025-09-07T04:00Z",
    "2025-09-08T03:00Z",
  ]);
});

test("CRON-A04: the zone of the host does not leak in", () => {
  const after = "2025-10-05T02:00:00Z";
  const hosts = ["Australia/Sydney", "UTC", "America/New_York", "Asia/Kolkata"];
  const script = fileURLToPath(import.meta.resolve("./print-fires.ts"));
  const output = execFileSync(process.execPath, [script, "0 * * * *", "UTC", after, ...hosts], {
    env: { TZ: "Australia/Sydney" },
    encoding: "utf8",
  });
  const printed: { minutes: number; fires: string[] }[] = JSON.parse(output);

  expect(printed.map(({ minutes }) => minutes)).toEqual([-660, 0, 240, -330]);
  const expected = Array.from({ length: 40 }, (_item, hour) =>
    short(new Date(Date.UTC(2025, 9, 5, 3 + hour))),
  );
  for (const { fires } of printed) expect(fires).toEqual(expected);
});

test("CRON-A05: a year of a daily time is 365 rising fires", () => {
  const schedule = readForTest("30 1 * * *", "Europe/Berlin");
  const end = Date.parse("2024-01-01T00:00:00Z");
  const fires: number[] = [];
  let fire = nextFire(schedule, new Date("2023-01-01T00:00:00Z"));
  while (fire !== null && fire.getTime() < end) {
    fires.push(fire.getTime());
    fire = nextFire(schedule, fire);
  }

  expect(fires).toHaveLength(365);
  expect(fires).toEqual([...new Set(fires)].sort((a, b) => a - b));
});

test("CRON-A06: a date that never comes is refused when it is saved", () => {
  const read = readSchedule("0 0 31 2 *", "UTC", NOW);

  expect(read).toMatchObject({ ok: false, error: [{ path: "cron" }] });
  expect(JSON.stringify(read)).toContain('The cron \\"0 0 31 2 *\\" never fires');
});

test("CRON-A07: two restricted day fields are told as either, with the fires and what was probably meant", () => {
  const preview = previewSchedule("0 0 1-7 * 4", "UTC", NOW, 5);

  expect(preview).toMatchObject({
    ok: true,
    value: {
      words: "At 00:00, either on day 1–7 of the month or on Thursday (UTC)",
      fires: ["2026-12-02", "2026-12-03", "2026-12-04", "2026-12-05", "2026-12-06"].map((date) => ({
        local: `${date} 00:00`,
      })),
      warnings: [
        {
          code: "either_day",
          message:
            'Both day fields are set, and a date fires if either matches. If only the first such weekday of the month is meant, write "0 0 * * 4#1": At 00:00, on the first Thursday of the month (UTC).',
        },
      ],
    },
  });
  expect(firesOf("0 0 * * 4#1", "UTC", "2026-12-01T12:00:00Z", 2)).toEqual([
    "2026-12-03T00:00Z",
    "2027-01-07T00:00Z",
  ]);
});

test("CRON-A08: the fourth Saturday is not the fifth", () => {
  expect(firesOf("0 0 * * 6#4", "UTC", "2026-08-01T00:00:00Z", 3)).toEqual([
    "2026-08-22T00:00Z",
    "2026-09-26T00:00Z",
    "2026-10-24T00:00Z",
  ]);
});

test("CRON-A09: the weekday nearest to the first stays in its month", () => {
  expect(firesOf("0 9 1W * *", "UTC", "2026-07-31T00:00:00Z", 2)).toEqual([
    "2026-08-03T09:00Z",
    "2026-09-01T09:00Z",
  ]);
});

test("CRON-A10: leap days are found, and a weekday beside one is told as either", () => {
  expect(firesOf("0 0 29 2 *", "UTC", "2026-01-01T00:00:00Z", 2)).toEqual([
    "2028-02-29T00:00Z",
    "2032-02-29T00:00Z",
  ]);
  expect(firesOf("0 0 29 2 *", "UTC", "2096-02-29T00:00:00Z", 1)).toEqual(["2104-02-29T00:00Z"]);
  expect(firesOf("0 2 29 2 0", "UTC", "2027-02-01T00:00:00Z", 2)).toEqual([
    "2027-02-07T02:00Z",
    "2027-02-14T02:00Z",
  ]);
  expect(describeSchedule({ cron: "0 2 29 2 0", timezone: "UTC" })).toBe(
    "At 02:00, either on day 29 of the month or on Sunday, only in February (UTC)",
  );
});

test.each([
  ["CRON-A11", "America/New_Yrok", "America/New_York"],
  ["CRON-A12", "Europe/Berln", "Europe/Berlin"],
])(
  "%s: a zone that does not exist is refused when it is saved, with the one that was meant",
  (_case, given, meant) => {
    expect(readSchedule("0 9 * * *", given, NOW)).toEqual({
      ok: false,
      error: [{ path: "timezone", message: `There is no time zone "${given}". Did you mean "${meant}"?` }],
    });
  },
);

test("CRON-A13: after a night of downtime one missed slot is caught up, and the rest told as one stretch", () => {
  const schedule = readForTest("* * * * *", "UTC");
  const due = missedSlots(schedule, new Date(NOW.getTime() - 580 * MINUTE_MS), NOW, { catchUp: "latest" });

  expect(due).toEqual({
    fire: NOW,
    missed: {
      count: 579,
      isExact: true,
      first: new Date(NOW.getTime() - 579 * MINUTE_MS),
      last: new Date(NOW.getTime() - MINUTE_MS),
    },
    next: new Date(NOW.getTime() + MINUTE_MS),
    settled: NOW,
  });
});

test("CRON-A14: a database of thirty days ago causes one run, not 43,200", () => {
  const schedule = readForTest("* * * * *", "UTC");
  const due = missedSlots(schedule, new Date(NOW.getTime() - 43_200 * MINUTE_MS), NOW, { catchUp: "latest" });

  expect(due).toMatchObject({ fire: NOW, missed: { count: 43_199, isExact: true } });
});

test("CRON-A15: a clock that was set ahead and back again silences nothing and fires nothing twice", () => {
  const schedule = readForTest("* * * * *", "UTC");
  const clock = ["12:00", "12:01", "14:01", "12:02", "12:03", "12:04"];
  let settled = new Date("2026-12-01T11:59:00Z");
  const fires = clock.map((time) => {
    const due = missedSlots(schedule, settled, new Date(`2026-12-01T${time}:00Z`), { catchUp: "latest" });
    settled = due.settled;
    return { fire: due.fire && short(due.fire).slice(11), next: due.next && short(due.next).slice(11) };
  });

  expect(fires).toEqual([
    { fire: "12:00Z", next: "12:01Z" },
    { fire: "12:01Z", next: "12:02Z" },
    { fire: "14:01Z", next: "14:02Z" },
    { fire: null, next: "12:03Z" },
    { fire: "12:03Z", next: "12:04Z" },
    { fire: "12:04Z", next: "12:05Z" },
  ]);
});

test("CRON-A16: nothing fires before its time, and a second look finds nothing more", () => {
  const schedule = readForTest("0 0 1 * *", "UTC");
  const [early, late] = [new Date("2026-11-30T23:59:59.900Z"), new Date("2026-12-01T00:00:00.010Z")];
  const first = missedSlots(schedule, new Date("2026-11-01T00:00:00Z"), early, { catchUp: "latest" });
  const second = missedSlots(schedule, first.settled, late, { catchUp: "latest" });
  const third = missedSlots(schedule, second.settled, new Date(late.getTime() + 100), { catchUp: "latest" });

  expect(first).toMatchObject({ fire: null, missed: null, next: new Date("2026-12-01T00:00:00Z") });
  expect(second).toMatchObject({ fire: new Date("2026-12-01T00:00:00Z"), missed: null });
  expect(third).toMatchObject({ fire: null, missed: null, next: new Date("2027-01-01T00:00:00Z") });
});
