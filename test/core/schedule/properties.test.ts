import fc from "fast-check";
import { expect, test } from "vitest";
import { firesBetween, nextFire } from "#server/core/schedule-fires.ts";
import { missedSlots } from "#server/core/schedule-missed.ts";
import { previewSchedule } from "#server/core/schedule-preview.ts";
import { readSchedule } from "#server/core/schedule.ts";
import { cases } from "#test/property.ts";
import { anyCron, anyZone } from "./any-schedule.ts";
import { readForTest } from "./compare-fires.ts";
import { CRONS } from "./crons.ts";
import { stretchesOf } from "./oracle/clocks.ts";
import { readPattern } from "./oracle/pattern.ts";
import { scan } from "./oracle/scan.ts";
import { DAY, MINUTE } from "./oracle/units.ts";
import { ZONES } from "./zones.ts";

const DAYS_LOOKED = 70;
const anyTime = fc.integer({ min: Date.UTC(2018, 0, 1), max: Date.UTC(2037, 0, 1) });

test("any cron in any zone fires next when a scan of the clocks says so", () => {
  fc.assert(
    fc.property(anyCron, anyZone, anyTime, (cron, timezone, after) => {
      const read = readSchedule(cron, timezone, new Date(after));
      if (!read.ok) return expect(read.error[0]?.message).toContain("never fires");
      const from = Math.floor(after / MINUTE);
      const stretches = stretchesOf(timezone, from - 2 * DAY, from + DAYS_LOOKED * DAY);
      const end = (from + DAYS_LOOKED * DAY) * MINUTE - 1;
      const expected = scan(readPattern(cron), stretches).filter((at) => at > after && at <= end);
      const fires: number[] = [];
      let fire = nextFire(read.value, new Date(after));
      while (fire !== null && fire.getTime() <= end && fires.length < 20) {
        fires.push(fire.getTime());
        fire = nextFire(read.value, fire);
      }

      expect(fires).toEqual(expected.slice(0, 20));
      return undefined;
    }),
    cases(50),
  );
});

test("fires rise strictly, and a look from any time between two of them finds the later one", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CRONS),
      anyZone,
      anyTime,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (cron, zone, after, part) => {
        const schedule = readForTest(cron, zone, new Date(after));
        let [before, fire] = [after, nextFire(schedule, new Date(after))?.getTime()];
        for (let count = 0; count < 5 && fire !== undefined; count++) {
          expect(fire).toBeGreaterThan(before);
          const between = Math.floor(before + (fire - before) * part);
          expect(nextFire(schedule, new Date(between))?.getTime()).toBe(fire);
          [before, fire] = [fire, nextFire(schedule, new Date(fire))?.getTime()];
        }
      },
    ),
    cases(100),
  );
});

test("no text makes the reading of a schedule fail", () => {
  const signs = fc.string({ unit: fc.constantFrom(..."0123456789*/-,#LW? ANFRIJU@"), maxLength: 30 });
  fc.assert(
    fc.property(fc.oneof(fc.string(), signs, anyCron), fc.oneof(fc.string(), anyZone), (cron, timezone) => {
      const preview = previewSchedule(cron, timezone, new Date("2026-12-01T12:00:00Z"), 2);
      if (!preview.ok) expect(preview.error.length).toBeGreaterThan(0);
    }),
    cases(100),
  );
});

const moves = fc.array(
  fc.record({
    // Waking up in time, being down, and a clock that is set.
    forward: fc.oneof(
      fc.integer({ min: 0, max: 90_000 }),
      fc.integer({ min: 0, max: 40 * 3_600_000 }),
      fc.integer({ min: -7_200_000, max: 7_200_000 }),
    ),
  }),
  { minLength: 1, maxLength: 40 },
);

test("across restarts and with a clock that is set, each slot is fired or told as missed once, and never early", () => {
  const crons = fc.constantFrom(
    "* * * * *",
    "*/15 * * * *",
    "30 * * * *",
    "30 2 * * *",
    "0 1,2,3 * * *",
    "0 9 * * 1-5",
  );
  const zones = fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago");
  const catchUps = fc.constantFrom("latest", "none");
  fc.assert(
    fc.property(crons, zones, catchUps, anyTime, moves, (cron, zone, catchUp, start, steps) => {
      const schedule = readForTest(cron, zone);
      let [now, settled] = [start, new Date(start)];
      for (const { forward } of steps) {
        now += forward;
        const due = missedSlots(schedule, settled, new Date(now), { catchUp });
        const slots = [...firesBetween(schedule, settled.getTime(), now)];

        expect((due.fire === null ? 0 : 1) + (due.missed?.count ?? 0)).toBe(slots.length);
        if (due.fire !== null) expect(due.fire.getTime()).toBe(slots.at(-1));
        if (catchUp === "latest") expect(due.fire === null).toBe(slots.length === 0);
        if (due.missed) expect(due.missed.first.getTime()).toBe(slots[0]);
        expect(due.next).toEqual(nextFire(schedule, new Date(now)));
        expect(due.settled.getTime()).toBe(now);
        settled = due.settled;
      }
    }),
    cases(60),
  );
});

test("each zone of the proof can be read", () => {
  for (const zone of ZONES)
    expect(readSchedule("0 0 * * *", zone, new Date(0))).toMatchObject({ value: { timezone: zone } });
});
