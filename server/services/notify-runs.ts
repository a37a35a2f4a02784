import type { Context } from "#server/context.ts";
import { executeHot } from "./executor.ts";

export const RUN_CHANNEL = "run_changed";
/** Carries the ids of runs that were canceled, to whoever holds tries of them. */
export const CANCEL_CHANNEL = "run_canceled";

/** Wakes everybody who watches these runs. Readers look for themselves, so a lost note loses nothing. */
export async function notifyRuns(ctx: Context, runIds: readonly string[]): Promise<void> {
  await notify(ctx, RUN_CHANNEL, runIds);
}

/** Tells workers to stop their tries of a canceled run. One that is not reached learns it by its lease. */
export async function notifyCanceled(ctx: Context, runId: string): Promise<void> {
  await notify(ctx, CANCEL_CHANNEL, [runId]);
}

async function notify(ctx: Context, channel: string, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return;
  const execute = executeHot(ctx.database);
  try {
    await execute(`select pg_notify('${channel}', id) from unnest($1::text[]) as id`, [runIds]);
  } catch (error) {
    ctx.log.warn({ err: error }, "Others were not told of changed runs");
  }
}
