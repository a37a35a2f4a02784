import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { runs, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { type Json, canonicalJson } from "#server/core/json.ts";
import type { Trigger } from "#server/core/run.ts";
import { reusableSteps } from "#server/core/run-rules/reuse.ts";
import type { StepState } from "#server/core/run-rules/run-state.ts";
import { storableJson } from "#server/core/run-rules/storable.ts";
import { conflict, invalid, notFound } from "#server/errors.ts";
import { executeIn } from "./executor.ts";
import { type AgentRow, findAgent, refuseArchived } from "./find-agent.ts";
import { insertRun } from "./insert-run.ts";
import { loadRunPlan, loadRuns } from "./load-runs.ts";

export type StartRun = {
  agentId: string;
  input?: Json | undefined;
  snapshotId?: string | undefined;
  /** A run of the same agent, whose completed and unchanged steps are not done again. */
  reuseFrom?: string | undefined;
  idempotencyKey?: string | undefined;
  trigger?: Trigger | undefined;
};

/** Queues a run of the agent's snapshot. The same key with the same body is the same run. */
export async function startRun(ctx: Context, input: StartRun): Promise<{ runId: string; created: boolean }> {
  const stored = storableJson(input.input ?? null);
  if (!stored.ok) throw invalid(`The run input cannot be stored: ${stored.problem}.`);

  return ctx.db.transaction(async (tx) => {
    const agent = await findAgent(tx, input.agentId);
    const standing = await findStanding(tx, agent.id, input);
    if (standing !== null) return { runId: standing, created: false };

    refuseArchived(agent);
    const snapshot = await findSnapshot(tx, agent, input.snapshotId);
    const reused = await findReused(tx, agent.id, input, snapshot.plan);
    const runId = ctx.newId("run");
    const inserted = await insertRun(executeIn(tx), {
      runId,
      agentId: agent.id,
      snapshotId: snapshot.id,
      trigger: input.trigger ?? { type: "manual" },
      input: input.input ?? null,
      idempotencyKey: input.idempotencyKey ?? null,
      reuseFrom: input.reuseFrom ?? null,
      stepIds: snapshot.plan.steps.map((step) => step.id),
      reused,
    });
    if (!inserted) {
      // The same key came twice at once, and the other one was first.
      const other = await findStanding(tx, agent.id, input);
      if (other === null) throw new Error("A run was refused for a key that no run has");
      return { runId: other, created: false };
    }
    await ctx.queue.send(tx, [{ runId, priority: "new" }]);
    return { runId, created: true };
  });
}

async function findStanding(tx: Db, agentId: string, input: StartRun): Promise<string | null> {
  if (input.idempotencyKey === undefined) return null;
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.agentId, agentId), eq(runs.idempotencyKey, input.idempotencyKey)));
  if (!run) return null;

  const isSame =
    canonicalJson(run.input) === canonicalJson(input.input ?? null) &&
    run.reuseFrom === (input.reuseFrom ?? null) &&
    (input.snapshotId === undefined || input.snapshotId === run.snapshotId);
  if (isSame) return run.id;
  throw conflict(
    `The idempotency key "${input.idempotencyKey}" belongs to run "${run.id}", which was started with another body. Use a new key.`,
    { runId: run.id },
  );
}

async function findSnapshot(tx: Db, agent: AgentRow, snapshotId: string | undefined) {
  const id = snapshotId ?? agent.snapshotId;
  if (id === null) {
    throw invalid(`Save the plan first: agent "${agent.name}" has no snapshot that a run could walk.`);
  }
  const [snapshot] = await tx
    .select({ id: snapshots.id, plan: snapshots.plan })
    .from(snapshots)
    .where(and(eq(snapshots.id, id), eq(snapshots.agentId, agent.id)));
  if (!snapshot) throw notFound("Snapshot", id);
  return snapshot;
}

async function findReused(
  tx: Db,
  agentId: string,
  input: StartRun,
  plan: typeof snapshots.$inferSelect.plan,
): Promise<ReadonlyMap<string, StepState>> {
  const { reuseFrom } = input;
  if (reuseFrom === undefined) return new Map();
  const [run] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, reuseFrom), eq(runs.agentId, agentId)));
  const execute = executeIn(tx);
  const [earlier] = run ? await loadRuns(execute, [run.id]) : [];
  if (!earlier) throw notFound("Run", reuseFrom);

  const { plan: earlierPlan } = await loadRunPlan(execute, earlier.state.snapshotId);
  return reusableSteps(plan, input.input ?? null, {
    plan: earlierPlan,
    input: earlier.state.input,
    steps: earlier.state.steps,
  });
}
