export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/**
 * A schedule as it was read: what its five fields say of the calendar, and the zone whose clocks it goes by.
 * A slot is a date and a time of day on those clocks, written as milliseconds as if they were UTC ("wall").
 */
export type Schedule = {
  /** Five fields with single spaces, names in capitals. */
  cron: string;
  timezone: string;
  /** Times of day in minutes, ascending. */
  times: readonly number[];
  /** Fires once for each of its dates, whatever the clocks do. Otherwise it follows elapsed time. */
  isFixedTime: boolean;
  /** Whether it fires on a date, counted in days since 1970-01-01. */
  firesOn: (day: number) => boolean;
};

/** The slots from one wall time to before another, in their order. */
export function* slotsBetween(schedule: Schedule, from: number, to: number): Generator<number> {
  for (let day = Math.floor(from / DAY_MS); day * DAY_MS < to; day++) {
    if (!schedule.firesOn(day)) continue;
    for (const time of schedule.times) {
      const wall = day * DAY_MS + time * MINUTE_MS;
      if (wall >= to) return;
      if (wall >= from) yield wall;
    }
  }
}
