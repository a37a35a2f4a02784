import { firstInstantOf } from "#server/core/schedule-zone-clocks.ts";

const DAY_MS = 86_400_000;

/** `Mon, Mar 29, 2027, 09:00`, as the clocks of a zone show it. */
export function zoneTimeText(at: string, timezone: string): string {
  return new Date(at).toLocaleString(undefined, {
    timeZone: timezone,
    weekday: "short",
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

/** The first instant of a date, as "2027-03-28", on the clocks of a zone; null for what is no date. */
export function startOfDate(date: string, timezone: string): string | null {
  const wall = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== date) return null;
  return new Date(firstInstantOf(timezone, wall)).toISOString();
}

/** The date, as "2027-03-28", that the clocks of a zone show at an instant. */
export function dateIn(at: string, timezone: string): string {
  return new Date(at).toLocaleDateString("sv-SE", { timeZone: timezone });
}

/** The day after a date, or with -1 the day before. */
export function dayAfter(date: string, days = 1): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** `Aug 1, 2027`. */
export function dayText(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(undefined, {
    timeZone: "UTC",
    dateStyle: "medium",
  });
}
