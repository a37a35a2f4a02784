import { and, desc, eq, lt } from "drizzle-orm";
import { runs, scheduleSlots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { SlotView } from "#server/core/trigger-views.ts";
import { decodeNumberCursor, encodeCursor } from "./cursor.ts";
import { findSchedule } from "./find-schedule.ts";
import { SLOT_FIELDS, viewSlot } from "./view-slot.ts";

// Every slot is at a whole minute.
const MINUTE_MS = 60_000;

/** What became of the slots of a schedule, newest first. */
export async function listSlots(
  ctx: Context,
  input: { scheduleId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: SlotView[]; nextCursor: string | null }> {
  const { cursor, limit } = input;
  const { id } = await findSchedule(ctx.db, input.scheduleId);
  const rows = await ctx.db
    .select(SLOT_FIELDS)
    .from(scheduleSlots)
    .leftJoin(runs, eq(runs.id, scheduleSlots.runId))
    .where(
      and(
        eq(scheduleSlots.scheduleId, id),
        cursor === undefined ? undefined : lt(scheduleSlots.scheduledFor, timeOf(cursor)),
      ),
    )
    .orderBy(desc(scheduleSlots.scheduledFor))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(viewSlot),
    nextCursor: rows.length > limit && last ? cursorAt(last.scheduledFor) : null,
  };
}

function cursorAt(slot: Date): string {
  return encodeCursor("slots", Math.floor(slot.getTime() / MINUTE_MS));
}

function timeOf(cursor: string): Date {
  return new Date(decodeNumberCursor("slots", cursor) * MINUTE_MS);
}
