import { readSchedule } from "#server/core/schedule.ts";
import type { Schedule } from "#server/core/schedule-slots.ts";
import { err, type Result } from "#server/core/result.ts";
import type { ScheduleRow } from "./find-schedule.ts";

/** The schedule of a row, or why it cannot fire at all, in words. Never throws, whatever stands in the row. */
export function readStoredSchedule(
  { cron, timezone }: Pick<ScheduleRow, "cron" | "timezone">,
  now: Date,
): Result<Schedule, string> {
  try {
    const read = readSchedule(cron, timezone, now);
    return read.ok ? read : err(read.error.map(({ message }) => message).join(" "));
  } catch (error) {
    return err(`The cron "${cron}" with the time zone "${timezone}" cannot be read: ${String(error)}`);
  }
}
