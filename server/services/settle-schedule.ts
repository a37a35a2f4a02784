import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { scheduleSlots, schedules } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { dueSlots, isPausedAt, pauseOf } from "#server/core/due-slots.ts";
import type { Missed } from "#server/core/schedule-missed.ts";
import type { ScheduleRow } from "./find-schedule.ts";
import { readStoredSchedule } from "./read-stored-schedule.ts";
import { type SettledSlot, settleQueuedSlot, settleSlot } from "./settle-slot.ts";

/** What happened to a schedule, to be told once the transaction is through. */
export type SettledSchedule = {
  scheduleId: string;
  now: Date;
  /** Whether it stands otherwise than before. */
  hasMoved: boolean;
  slots: SettledSlot[];
  missed: Missed[];
  /** Why it cannot fire, where that was found now. */
  broken: string | null;
};

/** Settles all slots of a schedule that have come by `now`. The row has to be locked. */
export async function settleScheduleIn(
  ctx: Context,
  tx: Db,
  row: ScheduleRow,
  now: Date,
): Promise<SettledSchedule> {
  const settled: SettledSchedule = {
    scheduleId: row.id,
    now,
    hasMoved: false,
    slots: [],
    missed: [],
    broken: null,
  };
  const pause = pauseOf(row.pausedFrom, row.pausedUntil);
  const isPaused = !row.enabled || isPausedAt(pause, now);
  const queued = await settleQueuedSlot(ctx, tx, row, { now, isPaused });
  if (queued !== null) settled.slots.push(queued);
  settled.hasMoved = queued !== null;
  if (!row.enabled || row.broken !== null) return settled;

  const read = readStoredSchedule(row, now);
  if (!read.ok) {
    await tx.update(schedules).set({ broken: read.error, nextFireAt: null }).where(eq(schedules.id, row.id));
    return { ...settled, hasMoved: true, broken: read.error };
  }
  const due = dueSlots(read.value, { ...row, pause }, now);
  for (const stretch of due.missed) {
    if (await writeMissed(tx, row, stretch, now)) settled.missed.push(stretch);
  }
  if (due.fire !== null) {
    const slot = await settleSlot(ctx, tx, row, due.fire, now);
    if (slot !== null) settled.slots.push(slot);
  }
  await tx
    .update(schedules)
    .set({ settledAt: due.settled, nextFireAt: due.next })
    .where(eq(schedules.id, row.id));
  settled.hasMoved ||= due.next?.getTime() !== row.nextFireAt?.getTime();
  return settled;
}

/** One row for a whole stretch; false when its first slot was settled before. */
async function writeMissed(tx: Db, row: ScheduleRow, missed: Missed, now: Date): Promise<boolean> {
  const rows = await tx
    .insert(scheduleSlots)
    .values({
      scheduleId: row.id,
      scheduledFor: missed.first,
      status: "missed",
      reason: "downtime",
      count: missed.count,
      lastFor: missed.last,
      detail: missed.isExact ? null : `There were more than ${missed.count}.`,
      settledAt: now,
    })
    .onConflictDoNothing()
    .returning({ scheduleId: scheduleSlots.scheduleId });
  return rows.length > 0;
}

/** Tells the log and the watchers what was settled. */
export function tellSettled(ctx: Context, { scheduleId, now, slots, missed, broken }: SettledSchedule): void {
  for (const { status, reason, scheduledFor, runId, detail } of slots) {
    const lateMs = now.getTime() - scheduledFor.getTime();
    ctx.metrics.slotsSettled({
      status,
      reason,
      count: 1,
      lateSeconds: status === "fired" ? lateMs / 1_000 : null,
    });
    const level = reason === "refused" ? "warn" : "debug";
    ctx.log[level]({ scheduleId, scheduledFor, status, reason, runId, detail, lateMs }, "A slot was settled");
  }
  for (const { count, isExact, first, last } of missed) {
    ctx.metrics.slotsSettled({ status: "missed", reason: "downtime", count, lateSeconds: null });
    ctx.log.warn(
      { scheduleId, count, isExact, first, last },
      "Slots were missed, as no worker was there to fire them",
    );
  }
  if (broken !== null) ctx.log.error({ scheduleId, broken }, "A schedule cannot fire");
}
