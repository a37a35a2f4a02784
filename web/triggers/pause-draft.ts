import { err, ok, type Result } from "#server/core/result.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { dateIn, dayAfter, startOfDate } from "./zone-time.ts";

/** A pause as it stands in its form: whole dates, both included. */
export type PauseDraft = { kind: "open" | "dates"; first: string; last: string };
type PauseBody = { enabled: boolean; pausedFrom: string | null; pausedUntil: string | null };

export const NO_PAUSE: PauseBody = { enabled: true, pausedFrom: null, pausedUntil: null };

export function pauseDraft({ pausedFrom, pausedUntil, timezone }: ScheduleView, now: number): PauseDraft {
  const today = dateIn(new Date(now).toISOString(), timezone);
  const isStated = pausedFrom !== null && pausedUntil !== null;
  return {
    kind: isStated ? "dates" : "open",
    first: pausedFrom === null ? today : dateIn(pausedFrom, timezone),
    last: pausedUntil === null ? dayAfter(today, 6) : dayAfter(dateIn(pausedUntil, timezone), -1),
  };
}

/** What is sent, or by field what is wrong. */
export function pauseBody(
  { kind, first, last }: PauseDraft,
  timezone: string,
): Result<PauseBody, Record<string, string>> {
  if (kind === "open") return ok({ enabled: false, pausedFrom: null, pausedUntil: null });
  const from = startOfDate(first, timezone);
  if (from === null) return err({ pausedFrom: "A date is needed here." });
  if (startOfDate(last, timezone) === null) return err({ pausedUntil: "A date is needed here." });
  if (last < first)
    return err({ pausedUntil: `The last date "${last}" comes before the first, "${first}".` });
  return ok({ enabled: true, pausedFrom: from, pausedUntil: startOfDate(dayAfter(last), timezone) });
}
