import type { Db } from "#db/client.ts";
import type { Context, DriveJob } from "#server/context.ts";
import { type Decision, decide } from "#server/core/run-rules/decide.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { applyChange } from "#server/core/run-rules/run-change.ts";
import type { RunPlan } from "#server/core/run-rules/run-plan.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { notFound } from "#server/errors.ts";
import { commitRuns } from "./commit-runs.ts";
import { executeIn } from "./executor.ts";
import { loadRunPlan, loadRuns } from "./load-runs.ts";
import { lockAttention } from "./lock-attention.ts";
import { notifyRuns } from "./notify-runs.ts";
import { reportChange } from "./report-change.ts";

type Standing = { state: RunState; plan: RunPlan; now: number };

/** Who takes claimed steps; without it the change claims none and sends a job for what is ready. */
export type Claimant = { worker: string; slots: number; leaseMs: number };

export type ChangedRun = Standing & { decision: Decision };

/**
 * Decides on a run under its row's lock, so that it cannot lose to anybody, and writes the change with
 * the jobs for whoever has to take up the work. `factsOf` may throw to refuse.
 */
export async function changeRun(
  ctx: Context,
  runId: string,
  factsOf: (standing: Standing) => readonly Fact[],
  claimant: Claimant | null = null,
): Promise<ChangedRun> {
  const changed = await ctx.db.transaction((tx) => changeRunIn(ctx, tx, runId, factsOf, claimant));
  if (changed.decision.change !== null) {
    reportChange(ctx, changed.state, changed.decision.change);
    await notifyRuns(ctx, [runId]);
  }
  return changed;
}

/** The same inside a transaction of the caller's, who tells those who watch the run after it. */
export async function changeRunIn(
  ctx: Context,
  tx: Db,
  runId: string,
  factsOf: (standing: Standing) => readonly Fact[],
  claimant: Claimant | null = null,
): Promise<ChangedRun> {
  const standing = await lockRun(tx, runId);
  const { state, plan, now } = standing;
  const facts = factsOf(standing);
  const given = { facts, now, worker: claimant?.worker ?? null, slots: claimant?.slots ?? 0 };
  let decision = decide(plan, state, given);
  if (decision.touchesApprovals) {
    const attention = await lockAttention(executeIn(tx), state);
    decision = decide(plan, state, { ...given, attention });
  }
  if (decision.change === null) return { ...standing, decision };

  const options = { leaseMs: claimant?.leaseMs ?? 0, redact: ctx.secrets.redact };
  const { moved } = await commitRuns(executeIn(tx), [decision.change], options);
  if (!moved.has(runId)) throw new Error(`Run "${runId}" moved under its own lock`);
  const jobs = jobsFor(runId, decision, claimant !== null);
  if (jobs.length > 0) await ctx.queue.send(tx, jobs);
  return { ...standing, state: applyChange(standing.state, decision.change), decision };
}

/**
 * Jobs for the work that a decision leaves: at once for ready steps, a waiting parent and runs that may
 * ask people now, later for what is not due.
 */
export function jobsFor(runId: string, decision: Decision, isDriven: boolean): DriveJob[] {
  const later = decision.wakeAt.map((at) => ({
    runId,
    startAfter: new Date(at),
    priority: "continued" as const,
  }));
  const atOnce = !isDriven && decision.left > 0 ? [{ runId, priority: "continued" as const }] : [];
  const parent = decision.parentToWake;
  const others = [...(parent === null ? [] : [parent]), ...decision.runsToAsk];
  const wake = others.map((other) => ({ runId: other, priority: "continued" as const }));
  return [...atOnce, ...wake, ...later];
}

async function lockRun(tx: Db, runId: string): Promise<Standing> {
  const execute = executeIn(tx);
  const [row] = await execute("select id from runs where id = $1 for update", [runId]);
  const [loaded] = row ? await loadRuns(execute, [runId]) : [];
  if (!loaded) throw notFound("Run", runId);
  return { ...loaded, plan: await loadRunPlan(execute, loaded.state.snapshotId) };
}
