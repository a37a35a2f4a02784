import { eq } from "drizzle-orm";
import { schedules } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { lockSchedule, tellOfSchedule } from "./find-schedule.ts";

/** Takes a schedule away, with what was written of its slots. Its runs stay. */
export async function deleteSchedule(ctx: Context, { scheduleId }: { scheduleId: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { id } = await lockSchedule(tx, scheduleId);
    await tx.delete(schedules).where(eq(schedules.id, id));
    await tellOfSchedule(tx, id);
  });
}
