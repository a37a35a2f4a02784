import { eq } from "drizzle-orm";
import { runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { RunStatus } from "#server/core/run.ts";
import { notFound } from "#server/errors.ts";

/** How far the run and its log are. */
export async function readRunProgress(
  ctx: Context,
  input: { runId: string },
): Promise<{ status: RunStatus; seq: number }> {
  const [run] = await ctx.db
    .select({ status: runs.status, seq: runs.seq })
    .from(runs)
    .where(eq(runs.id, input.runId));
  if (!run) throw notFound("Run", input.runId);
  return run;
}
