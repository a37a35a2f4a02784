import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { runSteps, runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { type Json, canonicalJson } from "#server/core/json.ts";
import type { Trigger } from "#server/core/run.ts";
import { reusableSteps } from "#server/core/run-rules/reuse.ts";
import type { StepState } from "#server/core/run-rules/run-state.ts";
import { storableJson } from "#server/core/run-rules/storable.ts";
import { conflict, invalid, notFound } from "#server/errors.ts";
import { type Execute, executeHot, executeIn } from "./executor.ts";
import { findOpenCall, openCallConflict } from "./find-open-call.ts";
import { findStartable, requireSnapshot } from "./find-startable.ts";
import { type NewRun, insertRun } from "./insert-run.ts";
import { loadRunPlan, loadRuns } from "./load-runs.ts";

export type StartRun = {
  agentId: string;
  input?: Json | undefined;
  snapshotId?: string | undefined;
  /** A run of the same agent, whose completed and unchanged steps are not done again. */
  reuseFrom?: string | undefined;
  /** Start although `reuseFrom` was canceled during a call of which nobody knows what it did. */
  repeatUncertain?: true | undefined;
  idempotencyKey?: string | undefined;
  trigger?: Trigger | undefined;
};

export type StartedRun = {
  runId: string;
  created: boolean;
  /** Steps that are taken over from `reuseFrom`, by id. */
  reused: string[];
};

/** Where a run is started: statements on their own, or in a transaction. */
type Place = { db: Db; execute: Execute; sendNewRun?: string | undefined };

/** Queues a run of the agent's snapshot. The same key with the same body is the same run. */
export async function startRun(ctx: Context, input: StartRun): Promise<StartedRun> {
  const { sendNewRun } = ctx.queue;
  if (sendNewRun === undefined) return ctx.db.transaction((tx) => startRunIn(ctx, tx, input));
  return startRunAt(ctx, { db: ctx.db, execute: executeHot(ctx.database), sendNewRun }, input);
}

/** The same inside a transaction of the caller's. */
export async function startRunIn(ctx: Context, tx: Db, input: StartRun): Promise<StartedRun> {
  const { sendNewRun } = ctx.queue;
  const started = await startRunAt(ctx, { db: tx, execute: executeIn(tx), sendNewRun }, input);
  if (started.created && sendNewRun === undefined) {
    await ctx.queue.send(tx, [{ runId: started.runId, priority: "new" }]);
  }
  return started;
}

// What is read before cannot make the one statement wrong that writes the run.
async function startRunAt(ctx: Context, place: Place, input: StartRun): Promise<StartedRun> {
  const stored = storableJson(input.input ?? null);
  if (!stored.ok) throw invalid(`The run input cannot be stored: ${stored.problem}.`);
  const agent = await findStartable(place.execute, input);
  const standing = await findStanding(place.db, agent.id, input);
  if (standing !== null) return standing;

  const snapshotId = await requireSnapshot(ctx.database, place.execute, agent);
  const reused = await findReused(place, agent.id, snapshotId, input);
  const runId = ctx.newId("run");
  const run: NewRun = {
    runId,
    agentId: agent.id,
    snapshotId,
    trigger: input.trigger ?? { type: "manual" },
    input: ctx.secrets.redact(input.input ?? null),
    idempotencyKey: input.idempotencyKey ?? null,
    reuseFrom: input.reuseFrom ?? null,
    stepIds: agent.stepIds ?? [],
    reused,
    delivery: null,
  };
  if (await insertRun(place.execute, run, place.sendNewRun)) {
    return { runId, created: true, reused: [...reused.keys()] };
  }
  // The same key came twice at once, and the other one was first.
  const other = await findStanding(place.db, agent.id, input);
  if (other === null) throw new Error("A run was refused for a key that no run has");
  return other;
}

async function findStanding(tx: Db, agentId: string, input: StartRun): Promise<StartedRun | null> {
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
  if (isSame) return { runId: run.id, created: false, reused: await reusedIn(tx, run.id) };
  throw conflict(
    `The idempotency key "${input.idempotencyKey}" belongs to run "${run.id}", which was started with another body. Use a new key.`,
    { runId: run.id },
  );
}

async function reusedIn(tx: Db, runId: string): Promise<string[]> {
  const rows = await tx
    .select({ stepId: runSteps.stepId })
    .from(runSteps)
    .where(and(eq(runSteps.runId, runId), eq(runSteps.reason, "reused")))
    .orderBy(runSteps.position);
  return rows.map((row) => row.stepId);
}

async function findReused(
  { db, execute }: Place,
  agentId: string,
  snapshotId: string,
  { reuseFrom, input = null, repeatUncertain }: StartRun,
): Promise<ReadonlyMap<string, StepState>> {
  if (reuseFrom === undefined) return new Map();
  const [run] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, reuseFrom), eq(runs.agentId, agentId)));
  const [earlier] = run ? await loadRuns(execute, [run.id]) : [];
  if (!earlier) throw notFound("Run", reuseFrom);
  const open = await findOpenCall(execute, reuseFrom);
  const isWanted = repeatUncertain === true && open?.isCanceled === true;
  if (open !== null && !isWanted) throw openCallConflict(open);

  const { plan } = await loadRunPlan(execute, snapshotId);
  const { plan: earlierPlan } = await loadRunPlan(execute, earlier.state.snapshotId);
  return reusableSteps(plan, input, {
    plan: earlierPlan,
    input: earlier.state.input,
    steps: earlier.state.steps,
    outdated: await findOutdated(execute, reuseFrom),
  });
}

const OUTDATED = `
select s.step_id from run_steps s join runs child on child.id = s.child_run_id
join agents a on a.id = child.agent_id
where s.run_id = $1 and a.snapshot_id is distinct from child.snapshot_id`;

async function findOutdated(execute: Execute, runId: string): Promise<Set<string>> {
  const rows = await execute(OUTDATED, [runId]);
  return new Set(rows.map((row) => String(row["step_id"])));
}
