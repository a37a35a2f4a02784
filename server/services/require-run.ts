import { eq } from "drizzle-orm";
import { runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";

/** Refuses an id that no run has. */
export async function requireRun(ctx: Context, input: { runId: string }): Promise<void> {
  const [row] = await ctx.db.select({ id: runs.id }).from(runs).where(eq(runs.id, input.runId)).limit(1);
  if (!row) throw notFound("Run", input.runId);
}
