import { rm } from "node:fs/promises";
import type { Context } from "#server/context.ts";
import { runFolder } from "#server/core/run-rules/run-folder.ts";
import { pruneDeliveries } from "#server/services/prune-deliveries.ts";
import { type Pruned, pruneRuns } from "#server/services/prune-runs.ts";
import { pruneSlots } from "#server/services/prune-slots.ts";
import { sleep } from "./sleep.ts";

const PAUSE_MS = 200;

/** Deletes the runs that are not to be kept any longer, in small batches, until none is left or `isStopping`. */
export async function pruneOldRuns(ctx: Context, isStopping: () => boolean): Promise<void> {
  const total: Pruned = { runs: 0, steps: 0, attempts: 0, events: 0, approvals: 0, artifacts: 0 };
  const removeFolder = (runId: string) =>
    rm(runFolder(ctx.config.dataDir, runId), { recursive: true, force: true });
  while (!isStopping()) {
    const pruned = await pruneRuns(ctx, removeFolder);
    if (pruned === null || pruned.runs === 0) break;
    for (const key of Object.keys(total) as (keyof Pruned)[]) total[key] += pruned[key];
    await sleep(PAUSE_MS);
  }
  await pruneSlots(ctx, isStopping);
  while (!isStopping() && (await pruneDeliveries(ctx)) > 0) await sleep(PAUSE_MS);
  if (total.runs > 0) ctx.log.info(total, "Old runs were deleted, as the settings say");
}
