import { eq } from "drizzle-orm";
import { schedules } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { firesOutside, isPausedAt, pauseOf } from "#server/core/due-slots.ts";
import type { Json } from "#server/core/json.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { checkCron, checkInput, checkPause } from "./check-schedule-values.ts";
import type { NewSchedule } from "./create-schedule.ts";
import { executeIn } from "./executor.ts";
import { refuseSecond } from "./find-equal-schedule.ts";
import { lockSchedule, type ScheduleRow, tellOfSchedule } from "./find-schedule.ts";
import { readDatabaseTime } from "./read-database-time.ts";
import { readStoredSchedule } from "./read-stored-schedule.ts";
import { settleScheduleIn, tellSettled } from "./settle-schedule.ts";
import { viewOneSchedule } from "./view-schedules.ts";

type ScheduleChange = { scheduleId: string; input?: Json | null | undefined } & Partial<
  Omit<NewSchedule, "agentId" | "input">
>;

/**
 * Changes what is given and leaves the rest. Slots that have come are settled as it stood before; from now
 * on it fires as it stands then, and nothing of a time in which it was off is caught up.
 */
export async function updateSchedule(ctx: Context, change: ScheduleChange): Promise<ScheduleView> {
  const { view, settled } = await ctx.db.transaction(async (tx) => {
    const before = await lockSchedule(tx, change.scheduleId);
    const now = await readDatabaseTime(executeIn(tx));
    const wanted = changedRow(before, change, now);
    if (change.cron !== undefined || change.timezone !== undefined || change.input !== undefined)
      await refuseSecond(tx, { ...before, ...wanted }, before.id);
    // Whoever turns it off wants no run of long ago.
    const catchUp = isOffAt(wanted, now) ? "none" : before.catchUp;
    const settling = await settleScheduleIn(ctx, tx, { ...before, catchUp }, now);
    const [row] = await tx
      .update(schedules)
      .set({ ...wanted, settledAt: now, updatedAt: now })
      .where(eq(schedules.id, before.id))
      .returning();
    if (!row) throw new Error("Update of schedules returned no row.");
    await tellOfSchedule(tx, row.id);
    return { view: await viewOneSchedule(tx, row), settled: settling };
  });
  tellSettled(ctx, settled);
  return view;
}

function isOffAt(
  { enabled, pausedFrom, pausedUntil }: Pick<ScheduleRow, "enabled" | "pausedFrom" | "pausedUntil">,
  now: Date,
): boolean {
  return !enabled || isPausedAt(pauseOf(pausedFrom, pausedUntil), now);
}

function changedRow(before: ScheduleRow, change: ScheduleChange, now: Date) {
  const { cron = before.cron, timezone = before.timezone } = change;
  const isRewritten = change.cron !== undefined || change.timezone !== undefined;
  const read = isRewritten ? checkCron(cron, timezone, now) : null;
  const stored = read === null ? readStoredSchedule(before, now) : null;
  const schedule = read ?? (stored?.ok ? stored.value : null);
  const { overlap = before.overlap, catchUp = before.catchUp, enabled = before.enabled } = change;
  const pause = checkPause(change, before, now);
  const next =
    schedule !== null && enabled
      ? firesOutside(schedule, now, 1, pauseOf(pause.pausedFrom, pause.pausedUntil))[0]
      : undefined;
  return {
    cron: schedule?.cron ?? before.cron,
    timezone: schedule?.timezone ?? before.timezone,
    overlap,
    catchUp,
    input: change.input === undefined ? before.input : checkInput(change.input),
    enabled,
    ...pause,
    broken: stored === null || stored.ok ? null : stored.error,
    nextFireAt: next ?? null,
  };
}
