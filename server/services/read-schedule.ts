import type { Context } from "#server/context.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { findSchedule } from "./find-schedule.ts";
import { viewOneSchedule } from "./view-schedules.ts";

export async function readSchedule(
  ctx: Context,
  { scheduleId }: { scheduleId: string },
): Promise<ScheduleView> {
  return viewOneSchedule(ctx.db, await findSchedule(ctx.db, scheduleId));
}
