import { and, desc, eq, lt } from "drizzle-orm";
import { schedules } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { findAgent } from "./find-agent.ts";
import { viewSchedules } from "./view-schedules.ts";

/** The schedules of an agent, newest first. */
export async function listSchedules(
  ctx: Context,
  input: { agentId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: ScheduleView[]; nextCursor: string | null }> {
  const { cursor, limit } = input;
  const agent = await findAgent(ctx.db, input.agentId);
  const rows = await ctx.db
    .select()
    .from(schedules)
    .where(
      and(
        eq(schedules.agentId, agent.id),
        cursor === undefined ? undefined : lt(schedules.id, decodeCursor("schedules", cursor)),
      ),
    )
    .orderBy(desc(schedules.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await viewSchedules(ctx.db, page),
    nextCursor: rows.length > limit && last ? encodeCursor("schedules", last.id) : null,
  };
}
