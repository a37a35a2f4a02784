import { nextFires } from "#server/core/schedule-fires.ts";
import { readForTest } from "./compare-fires.ts";

/** The next fires after a time, as `2026-03-08T07:00Z`. */
export function firesOf(cron: string, timezone: string, after: string, count: number): string[] {
  return nextFires(readForTest(cron, timezone, new Date(after)), new Date(after), count).map(short);
}

export function short(time: Date): string {
  return time.toISOString().replace(":00.000Z", "Z");
}
