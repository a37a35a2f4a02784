import { readSchedule } from "#server/core/schedule.ts";
import { firesBetween } from "#server/core/schedule-fires.ts";
import type { Schedule } from "#server/core/schedule-slots.ts";
import { type Stretch, stretchesOf } from "./oracle/clocks.ts";
import { readPattern } from "./oracle/pattern.ts";
import { scan } from "./oracle/scan.ts";
import { DAY, MINUTE } from "./oracle/units.ts";

/** A zone with its clocks over the years that are compared, and two days before. */
export type ScannedZone = { timezone: string; from: number; to: number; stretches: readonly Stretch[] };

export function scanZone(timezone: string, firstYear: number, lastYear: number): ScannedZone {
  const [from, to] = [Date.UTC(firstYear, 0, 1), Date.UTC(lastYear + 1, 0, 1)];
  return { timezone, from, to, stretches: stretchesOf(timezone, from / MINUTE - 2 * DAY, to / MINUTE) };
}

/** How many fires product and oracle agree on, or the first that only one of them has. */
export function compareFires(cron: string, zone: ScannedZone): { count: number; difference: string | null } {
  const ours = firesBetween(readForTest(cron, zone.timezone), zone.from - 1, zone.to - 1);
  let count = 0;
  for (const expected of scan(readPattern(cron), zone.stretches)) {
    if (expected < zone.from) continue;
    const { value: fire } = ours.next();
    if (fire !== expected) return { count, difference: told(cron, zone, fire, expected) };
    count++;
  }
  const { value: fire } = ours.next();
  return { count, difference: fire === undefined ? null : told(cron, zone, fire, undefined) };
}

/** A schedule that has to be readable. */
export function readForTest(
  cron: string,
  timezone: string,
  now = new Date("2018-01-01T00:00:00Z"),
): Schedule {
  const read = readSchedule(cron, timezone, now);
  if (!read.ok) throw new Error(read.error.map(({ message }) => message).join(" "));
  return read.value;
}

function told(cron: string, { timezone }: ScannedZone, fire?: number, expected?: number): string {
  const [ours, theirs] = [fire, expected].map((at) =>
    at === undefined ? "nothing" : new Date(at).toISOString(),
  );
  return `${cron} in ${timezone}: ${ours} instead of ${theirs}`;
}
