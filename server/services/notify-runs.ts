import type { Context } from "#server/context.ts";
import { executeHot } from "./executor.ts";

export const RUN_CHANNEL = "run_changed";

/** Wakes everybody who watches these runs. Readers look for themselves, so a lost note loses nothing. */
export async function notifyRuns(ctx: Context, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  const execute = executeHot(ctx.database);
  try {
    await execute(`select pg_notify('${RUN_CHANNEL}', id) from unnest($1::text[]) as id`, [runIds]);
  } catch (error) {
    ctx.log.warn({ err: error }, "Watchers of runs were not woken");
  }
}
