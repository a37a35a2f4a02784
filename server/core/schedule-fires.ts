import { DAY_MS, type Schedule, slotsBetween } from "./schedule-slots.ts";
import { clocksAt, firstInstantOf } from "./schedule-zone-clocks.ts";
import { LATEST_TIME } from "./time.ts";

/** What has not fired in so many days is taken to fire never. A leap day may be eight years away. */
const HORIZON_DAYS = 8 * 366;

// The policy where clocks are changed. A schedule of fixed times (neither minute nor hour has a wildcard, a
// step or all values) fires once for each slot of each of its dates: at the first instant after a gap that
// holds the slot, at the first of two occurrences. Slots that a gap brings to one instant are one fire.
// Every other schedule fires whenever the clocks show one of its slots: not in a gap, twice in an overlap.

/** The first fire after an instant; null when there is none within eight years. */
export function nextFire(schedule: Schedule, after: Date): Date | null {
  const until = after.getTime() + HORIZON_DAYS * DAY_MS;
  const { value } = firesBetween(schedule, after.getTime(), until).next();
  return value === undefined ? null : new Date(value);
}

/** At most so many fires after an instant. */
export function nextFires(schedule: Schedule, after: Date, count: number): Date[] {
  const fires: Date[] = [];
  let fire = count > 0 ? nextFire(schedule, after) : null;
  while (fire !== null) {
    fires.push(fire);
    fire = fires.length < count ? nextFire(schedule, fire) : null;
  }
  return fires;
}

/** The fires after one instant up to another, each later than the one before. */
export function firesBetween(schedule: Schedule, after: number, until: number): Generator<number, undefined> {
  const end = Math.min(until, LATEST_TIME);
  return schedule.isFixedTime ? fixedFires(schedule, after, end) : elapsedFires(schedule, after, end);
}

function* fixedFires(schedule: Schedule, after: number, until: number): Generator<number, undefined> {
  let latest = after;
  const lastWall = until + DAY_MS;
  for (const wall of slotsBetween(schedule, Math.floor(after / DAY_MS - 1) * DAY_MS, lastWall)) {
    const fire = firstInstantOf(schedule.timezone, wall);
    if (fire > until) return;
    if (fire > latest) yield fire;
    latest = Math.max(latest, fire);
  }
}

function* elapsedFires(schedule: Schedule, after: number, until: number): Generator<number, undefined> {
  for (let from = after + 1; ; ) {
    from = Math.max(from, (nextDay(schedule, Math.floor(from / DAY_MS) - 1, until) - 1) * DAY_MS);
    if (from > until) return;
    const clocks = clocksAt(schedule.timezone, from);
    const to = Math.min(clocks.until, until + 1);
    for (const wall of slotsBetween(schedule, from + clocks.offset, to + clocks.offset))
      yield wall - clocks.offset;
    from = to;
  }
}

/** The first of its dates from a day, or one behind all that begin by then. */
function nextDay(schedule: Schedule, from: number, until: number): number {
  let day = from;
  while (!schedule.firesOn(day) && (day - 1) * DAY_MS <= until) day++;
  return day;
}
