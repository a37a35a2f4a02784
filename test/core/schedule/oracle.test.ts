import { expect, test } from "vitest";
import { clockChanges } from "#server/core/schedule-zone-clocks.ts";
import { compareFires, scanZone } from "./compare-fires.ts";
import { CRONS } from "./crons.ts";
import { stretchesOf } from "./oracle/clocks.ts";
import { DAY, MINUTE } from "./oracle/units.ts";
import { ZONES } from "./zones.ts";

// `npm run proof:schedules` compares all crons in all zones over all years.
const YEARS = Array.from({ length: 20 }, (_item, index) => 2018 + index);
const SHARE = 11;

test("crons of every kind fire as a scan of the clocks, in forty zones and a year of each", () => {
  const compared = ZONES.flatMap((timezone, index) => {
    const year = YEARS[(index * 7) % YEARS.length] ?? 2018;
    const zone = scanZone(timezone, year, year);
    return CRONS.filter((_cron, place) => (place + index) % SHARE === 0).map((cron) =>
      compareFires(cron, zone),
    );
  });

  expect(compared.flatMap(({ difference }) => difference ?? [])).toEqual([]);
  expect(compared.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(50_000);
});

test("the clocks of a zone are changed when a look at them every twelve hours says so", () => {
  for (const timezone of ["Africa/Casablanca", "Asia/Gaza", "America/Nuuk", "Australia/Lord_Howe"]) {
    const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2030, 0, 1)];
    const seen = stretchesOf(timezone, from / MINUTE, to / MINUTE).slice(1);

    expect(seen.length).toBeGreaterThan(0);
    expect(clockChanges(timezone, from, to).map(({ at, after }) => [at, after])).toEqual(
      seen.map((stretch) => [stretch.from * MINUTE, stretch.offset * MINUTE]),
    );
    expect(
      clockChanges(timezone, (seen[0]?.from ?? 0) * MINUTE, (seen[0]?.from ?? 0) * MINUTE + DAY),
    ).toHaveLength(1);
  }
});
