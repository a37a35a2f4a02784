import type { Database } from "#db/client.ts";
import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import type { Trigger } from "#server/core/run.ts";
import { askedTogether } from "./asked-together.ts";
import { type Execute, executeHot, executeIn } from "./executor.ts";
import { type Startable, findStartable, requireSnapshot } from "./find-startable.ts";
import { type NewDelivery, insertRun } from "./insert-run.ts";

export type StartDeliveredRun = { agentId: string; input: Json; trigger: Trigger; delivery: NewDelivery };

/**
 * Queues the run of a delivery and keeps that the delivery was accepted, in one statement; null when its id
 * came before. Two at once wait for each other there.
 */
export async function startDeliveredRun(ctx: Context, input: StartDeliveredRun): Promise<string | null> {
  const { sendNewRun } = ctx.queue;
  if (sendNewRun !== undefined) return insertDelivered(ctx, executeHot(ctx.database), input, sendNewRun);
  return ctx.db.transaction(async (tx) => {
    const runId = await insertDelivered(ctx, executeIn(tx), input);
    if (runId !== null) await ctx.queue.send(tx, [{ runId, priority: "new" }]);
    return runId;
  });
}

// Deliveries come in floods, and each asks the same of the same agent.
const readers = new WeakMap<Database, (agentId: string) => Promise<Startable>>();

function startableOf(database: Database): (agentId: string) => Promise<Startable> {
  const known = readers.get(database);
  if (known !== undefined) return known;
  const execute = executeHot(database);
  const reader = askedTogether((agentId) => findStartable(execute, { agentId }));
  readers.set(database, reader);
  return reader;
}

async function insertDelivered(
  ctx: Context,
  execute: Execute,
  { agentId, input, trigger, delivery }: StartDeliveredRun,
  sendNewRun?: string,
): Promise<string | null> {
  const agent = await startableOf(ctx.database)(agentId);
  const snapshotId = await requireSnapshot(ctx.database, execute, agent);
  const runId = ctx.newId("run");
  const isNew = await insertRun(
    execute,
    {
      runId,
      agentId: agent.id,
      snapshotId,
      trigger,
      input: ctx.secrets.redact(input),
      idempotencyKey: null,
      reuseFrom: null,
      stepIds: agent.stepIds ?? [],
      reused: new Map(),
      delivery,
    },
    sendNewRun,
  );
  return isNew ? runId : null;
}
