import { eq } from "drizzle-orm";
import { runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";

/** The run whose finished steps this one takes over. */
export async function findEarlierRun(ctx: Context, runId: string): Promise<string | null> {
  const [run] = await ctx.db.select({ reuseFrom: runs.reuseFrom }).from(runs).where(eq(runs.id, runId));
  return run?.reuseFrom ?? null;
}
