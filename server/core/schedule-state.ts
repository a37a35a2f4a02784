import type { ScheduleFacts } from "./proposed-schedule.ts";

type Paused = Pick<ScheduleFacts, "enabled" | "pausedFrom" | "pausedUntil" | "timezone">;

/** `Thu, 3 Dec 2026, 09:00` on the clocks of a zone. */
export function localTime(at: string, timezone: string): string {
  return format(at, timezone, { weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false });
}

/** `3 Dec 2026` on the clocks of a zone. */
export function localDate(at: string, timezone: string): string {
  return format(at, timezone, {});
}

/** Whether a schedule is off or paused, in words; "" while it simply fires. A pause that is over is none. */
export function pauseWords({ enabled, pausedFrom, pausedUntil, timezone }: Paused, now: Date): string {
  if (!enabled) return "off";
  if (pausedFrom === null || (pausedUntil !== null && Date.parse(pausedUntil) <= now.getTime())) return "";
  const first = localDate(pausedFrom, timezone);
  if (pausedUntil === null) return `paused from ${first} until it is resumed`;
  // The pause ends with the last moment of its last day.
  const last = localDate(new Date(Date.parse(pausedUntil) - 1).toISOString(), timezone);
  return first === last ? `paused on ${first}` : `paused from ${first} to ${last}`;
}

function format(at: string, timezone: string, parts: Intl.DateTimeFormatOptions): string {
  const date = { day: "numeric", month: "short", year: "numeric" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...date, ...parts, timeZone: timezone }).format(new Date(at));
}
