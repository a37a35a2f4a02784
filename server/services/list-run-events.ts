import { and, asc, eq, gt } from "drizzle-orm";
import { runEvents, runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { RunEvent } from "#server/core/run.ts";
import { notFound } from "#server/errors.ts";

// What the column of event numbers takes; no log is longer.
const MAX_SEQ = 2 ** 31 - 1;

/** The run's log behind the event `after`, oldest first. */
export async function listRunEvents(
  ctx: Context,
  input: { runId: string; after: number; limit: number },
): Promise<RunEvent[]> {
  const rows = await ctx.db
    .select()
    .from(runEvents)
    .where(and(eq(runEvents.runId, input.runId), gt(runEvents.seq, Math.min(input.after, MAX_SEQ))))
    .orderBy(asc(runEvents.seq))
    .limit(input.limit);
  if (rows.length === 0) {
    const [run] = await ctx.db.select({ id: runs.id }).from(runs).where(eq(runs.id, input.runId));
    if (!run) throw notFound("Run", input.runId);
  }
  return rows.map(({ runId: _, ...event }) => ({ ...event, at: event.at.toISOString() }));
}
