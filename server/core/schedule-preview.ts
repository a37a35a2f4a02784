import { listOf } from "./list-of.ts";
import { ok, type Result } from "./result.ts";
import { type ScheduleProblem, readSchedule } from "./schedule.ts";
import { changedSlots, changeInWords, timeOfDay } from "./schedule-clock-words.ts";
import { nextFires } from "./schedule-fires.ts";
import { DAY_MS, type Schedule } from "./schedule-slots.ts";
import type { PreviewedFire, SchedulePreview } from "./schedule-views.ts";
import { scheduleWarnings } from "./schedule-warnings.ts";
import { describeSchedule } from "./schedule-words.ts";
import { clockChanges, clocksAt } from "./schedule-zone-clocks.ts";

/** What a schedule would do from now on, before it is saved. */
export function previewSchedule(
  cron: string,
  timezone: string,
  now: Date,
  count: number,
): Result<SchedulePreview, ScheduleProblem[]> {
  const read = readSchedule(cron, timezone, now);
  if (!read.ok) return read;
  const schedule = read.value;
  return ok({
    cron: schedule.cron,
    timezone: schedule.timezone,
    words: describeSchedule(schedule),
    fires: nextFires(schedule, now, count).map((fire) => previewedFire(schedule, fire)),
    warnings: scheduleWarnings(schedule, now),
  });
}

function previewedFire(schedule: Schedule, fire: Date): PreviewedFire {
  const { offset } = clocksAt(schedule.timezone, fire.getTime());
  const local = new Date(fire.getTime() + offset).toISOString();
  const note = noteOf(schedule, fire.getTime(), offset);
  return {
    at: fire.toISOString(),
    local: `${local.slice(0, 10)} ${local.slice(11, 16)}`,
    offset: `${offset < 0 ? "-" : "+"}${timeOfDay(Math.abs(offset))}`,
    ...(note === null ? {} : { note }),
  };
}

function noteOf(schedule: Schedule, at: number, offset: number): string | null {
  const wall = at + offset;
  for (const change of clockChanges(schedule.timezone, at - DAY_MS, at + DAY_MS)) {
    const { change: words } = changeInWords(change);
    const [from, to] = [change.at + change.before, change.at + change.after];
    if (to < from && wall >= to && wall < from)
      return `${timeOfDay(wall)} comes twice, as ${words}: this is the ${at < change.at ? "first" : "second"}.`;
    const moved = to > from && at === change.at && schedule.isFixedTime ? changedSlots(schedule, change) : [];
    const times = moved.map(timeOfDay);
    if (times.length > 0)
      return `${listOf(times)} ${times.length === 1 ? "does" : "do"} not exist, as ${words}.`;
  }
  return null;
}
