import { and, asc, eq, gt } from "drizzle-orm";
import { runEvents, runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { RunEvent } from "#server/core/run.ts";
import { notFound } from "#server/errors.ts";

/** The run's log behind the event `after`, oldest first. */
export async function listRunEvents(
  ctx: Context,
  input: { runId: string; after: number; limit: number },
): Promise<RunEvent[]> {
  const rows = await ctx.db
    .select()
    .from(runEvents)
    .where(and(eq(runEvents.runId, input.runId), gt(runEvents.seq, input.after)))
    .orderBy(asc(runEvents.seq))
    .limit(input.limit);
  if (rows.length === 0) {
    const [run] = await ctx.db.select({ id: runs.id }).from(runs).where(eq(runs.id, input.runId));
    if (!run) throw notFound("Run", input.runId);
  }
  return rows.map(({ runId: _, ...event }) => ({ ...event, at: event.at.toISOString() }));
}
