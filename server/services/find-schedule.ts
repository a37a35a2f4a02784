import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { schedules } from "#db/schema.ts";
import { notFound } from "#server/errors.ts";

export type ScheduleRow = typeof schedules.$inferSelect;

/** Carries the id of a schedule whose next slot is another one now. */
export const SCHEDULE_CHANNEL = "schedule_changed";

export async function findSchedule(db: Db, scheduleId: string): Promise<ScheduleRow> {
  const [row] = await db.select().from(schedules).where(eq(schedules.id, scheduleId));
  if (!row) throw notFound("Schedule", scheduleId);
  return row;
}

/** The same, held until the transaction ends: its slots are settled by one at a time. */
export async function lockSchedule(tx: Db, scheduleId: string): Promise<ScheduleRow> {
  const [row] = await tx.select().from(schedules).where(eq(schedules.id, scheduleId)).for("update");
  if (!row) throw notFound("Schedule", scheduleId);
  return row;
}

/** Wakes those who wait for the next slot, once the transaction is through. */
export async function tellOfSchedule(tx: Db, scheduleId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${SCHEDULE_CHANNEL}, ${scheduleId})`);
}
