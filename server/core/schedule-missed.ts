import type { z } from "zod";
import { firesBetween, nextFire } from "./schedule-fires.ts";
import type { Schedule } from "./schedule-slots.ts";
import type { catchUpSchema } from "./trigger.ts";

/** A slot that is at most this late is on time, and fires whatever is caught up. */
export const ON_TIME_MS = 60_000;
const FIRST_LOOK_MS = 3_600_000;
const MOST_COUNTED = 100_000;

/** Slots that get no run. There are more of them than `count` when it is not exact. */
export type Missed = { count: number; isExact: boolean; first: Date; last: Date };
export type DueSlots = {
  /** The one slot that is to get a run now. */
  fire: Date | null;
  missed: Missed | null;
  /** The next one; null when there is none within eight years. */
  next: Date | null;
  /** To hand in the next time: what comes up to here is settled by this answer. */
  settled: Date;
};

/**
 * What follows of the slots after `settled` up to `now`: at most one of them fires, the latest, if it is on
 * time or `latest` is caught up; none is ever ahead of `now`. A clock that was set back (`settled` is ahead of
 * `now`) settles nothing, and slots go on from `now`: those that have fired already have to be known by their time.
 */
export function missedSlots(
  schedule: Schedule,
  settled: Date,
  now: Date,
  { catchUp }: { catchUp: z.infer<typeof catchUpSchema> },
): DueSlots {
  const [from, to] = [settled.getTime(), now.getTime()];
  const latest = latestFire(schedule, from, to);
  const fires = latest !== null && (catchUp === "latest" || to - latest <= ON_TIME_MS);
  return {
    fire: fires ? new Date(latest) : null,
    missed: latest === null ? null : missedBetween(schedule, from, fires ? latest - 1 : latest),
    next: nextFire(schedule, now),
    settled: now,
  };
}

function missedBetween(schedule: Schedule, after: number, until: number): Missed | null {
  let [first, last, count] = [0, 0, 0];
  for (const fire of firesBetween(schedule, after, until)) {
    if (count === MOST_COUNTED) {
      last = latestFire(schedule, fire - 1, until) ?? fire;
      return { count, isExact: false, first: new Date(first), last: new Date(last) };
    }
    if (count === 0) first = fire;
    last = fire;
    count++;
  }
  return count === 0 ? null : { count, isExact: true, first: new Date(first), last: new Date(last) };
}

/** Looks at longer and longer times before `until`, so that few fires are walked however many there were. */
function latestFire(schedule: Schedule, after: number, until: number): number | null {
  for (let look = FIRST_LOOK_MS; ; look *= 4) {
    const from = Math.max(after, until - look);
    let latest: number | null = null;
    for (const fire of firesBetween(schedule, from, until)) latest = fire;
    if (latest !== null || from === after) return latest;
  }
}
