import { err, ok, type Result } from "./result.ts";
import { firesBetween, nextFires } from "./schedule-fires.ts";
import { DAY_MS, type Schedule } from "./schedule-slots.ts";
import { firstInstantOf } from "./schedule-zone-clocks.ts";

export type Pause = { pausedFrom: string | null; pausedUntil: string | null };

const DATE = /^\d{4}-\d\d-\d\d$/;
const YEARS_SHOWN_MS = 2 * 366 * DAY_MS;

/** The pause from the start of one date to the end of another, on the clocks of a zone. Without a first date it begins now. */
export function pauseBetween(
  { pausedFrom: first, pausedUntil: last }: Pause,
  timezone: string,
  now: Date,
): Result<Pause, string> {
  const wrong = [first, last].find((date) => date !== null && dayOf(date) === null);
  if (wrong !== undefined)
    return err(`"${wrong}" is not a date. Write it as YYYY-MM-DD, such as 2027-08-31.`);
  const from = first === null ? now.getTime() : startOf(first, 0, timezone);
  const until = last === null ? null : startOf(last, 1, timezone);
  if (until !== null && until <= from)
    return err(`The pause would end on ${last}, before it begins. Give its first day and its last day.`);
  if (until !== null && until <= now.getTime())
    return err(`The pause up to ${last} is over already. Give days that are still to come.`);
  return ok({
    pausedFrom: new Date(from).toISOString(),
    pausedUntil: until === null ? null : new Date(until).toISOString(),
  });
}

/** The next fires, those within a pause left out. */
export function firesOutsidePause(schedule: Schedule, pause: Pause, now: Date, count: number): Date[] {
  const from = pause.pausedFrom === null ? null : Date.parse(pause.pausedFrom);
  if (from === null) return nextFires(schedule, now, count);
  const before: Date[] = [];
  const end = Math.min(from, now.getTime() + YEARS_SHOWN_MS);
  for (const at of firesBetween(schedule, now.getTime(), end)) {
    if (before.length === count) break;
    if (at < from) before.push(new Date(at));
  }
  if (pause.pausedUntil === null || before.length === count) return before;
  // A fire at the very end of the pause is outside of it.
  const behind = Math.max(Date.parse(pause.pausedUntil) - 1, now.getTime());
  return [...before, ...nextFires(schedule, new Date(behind), count - before.length)];
}

/** Days since 1970-01-01; null for what is no date. */
function dayOf(date: string): number | null {
  const at = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? at / DAY_MS : null;
}

function startOf(date: string, daysLater: number, timezone: string): number {
  return firstInstantOf(timezone, ((dayOf(date) ?? 0) + daysLater) * DAY_MS);
}
