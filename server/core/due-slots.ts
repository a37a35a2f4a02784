import type { z } from "zod";
import { nextFire } from "./schedule-fires.ts";
import { type DueSlots, type Missed, missedSlots } from "./schedule-missed.ts";
import type { Schedule } from "./schedule-slots.ts";
import type { catchUpSchema } from "./trigger.ts";

/** No slot fires from here until there; without an end until a person says so. */
export type Pause = { from: Date; until: Date | null };

export type Standing = {
  /** Slots up to here are settled. */
  settledAt: Date;
  catchUp: z.infer<typeof catchUpSchema>;
  pause: Pause | null;
};

type Due = Omit<DueSlots, "missed"> & {
  /** Stretches of slots that get no run. Those of a pause are none of them. */
  missed: Missed[];
};

const NOTHING_DUE = { fire: null, missed: null };

/** The pause that a schedule's two fields say. */
export function pauseOf(from: Date | null, until: Date | null): Pause | null {
  return from === null ? null : { from, until };
}

export function isPausedAt(pause: Pause | null, at: Date): boolean {
  return pause !== null && pause.from <= at && (pause.until === null || at < pause.until);
}

/** What follows at `now` of the slots that nothing was said of yet. A pause fires nothing, and nothing of it is caught up. */
export function dueSlots(schedule: Schedule, { settledAt, catchUp, pause }: Standing, now: Date): Due {
  const next = nextFireOutside(schedule, now, pause);
  if (pause === null || pause.from > now || hasEndedBy(pause, settledAt)) {
    const due = missedSlots(schedule, settledAt, now, { catchUp });
    return { ...due, missed: due.missed === null ? [] : [due.missed], next };
  }
  const before = unfired(schedule, settledAt, lastMomentBefore(pause.from));
  const after =
    pause.until === null || pause.until > now
      ? NOTHING_DUE
      : missedSlots(schedule, latest(settledAt, lastMomentBefore(pause.until)), now, { catchUp });
  const missed = [before, after.missed].filter((stretch) => stretch !== null);
  return { fire: after.fire, missed, next, settled: now };
}

/** At most so many fires after an instant, those of the pause left out. */
export function firesOutside(schedule: Schedule, after: Date, count: number, pause: Pause | null): Date[] {
  const fires: Date[] = [];
  for (let at: Date | null = after; fires.length < count; ) {
    at = nextFireOutside(schedule, at, pause);
    if (at === null) break;
    fires.push(at);
  }
  return fires;
}

function nextFireOutside(schedule: Schedule, after: Date, pause: Pause | null): Date | null {
  const fire = nextFire(schedule, after);
  if (fire === null || pause === null || !isPausedAt(pause, fire)) return fire;
  return pause.until === null ? null : nextFire(schedule, lastMomentBefore(pause.until));
}

function unfired(schedule: Schedule, settledAt: Date, until: Date): Missed | null {
  if (settledAt >= until) return null;
  const { fire, missed } = missedSlots(schedule, settledAt, until, { catchUp: "none" });
  if (fire === null) return missed;
  const { count, isExact, first } = missed ?? { count: 0, isExact: true, first: fire };
  return { count: count + 1, isExact, first, last: fire };
}

function hasEndedBy({ until }: Pause, at: Date): boolean {
  return until !== null && until <= at;
}

function lastMomentBefore(at: Date): Date {
  return new Date(at.getTime() - 1);
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
