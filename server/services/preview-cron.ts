import type { Context } from "#server/context.ts";
import { previewSchedule } from "#server/core/schedule-preview.ts";
import type { SchedulePreview } from "#server/core/schedule-views.ts";
import { executeIn } from "./executor.ts";
import { invalidCron } from "./check-schedule-values.ts";
import { readDatabaseTime } from "./read-database-time.ts";

/** What a schedule would do from now on. Nothing is stored. */
export async function previewCron(
  ctx: Context,
  { cron, timezone, count }: { cron: string; timezone: string; count: number },
): Promise<SchedulePreview> {
  const now = await readDatabaseTime(executeIn(ctx.db));
  const preview = previewSchedule(cron, timezone, now, count);
  if (!preview.ok) throw invalidCron(preview.error);
  return preview.value;
}
