import { executeHot } from "#server/services/executor.ts";
import { renewLeases } from "#server/services/renew-leases.ts";
import { sweepRuns } from "#server/services/sweep-runs.ts";
import { DRIVE_RUN } from "./boss.ts";
import { carryIdleRuns } from "./carry-idle-runs.ts";
import { monotonicNow } from "./commit-round.ts";
import { pruneOldRuns } from "./prune-old-runs.ts";
import { type WorkerState, tryKey } from "./worker-state.ts";

const SWEEP_MS = 1_000;
const PRUNE_MS = 10 * 60_000;
const IDLE_SEARCH_EVERY = 30;

// What the queue does itself after its own heartbeat time, only sooner.
const STALE_JOBS = `
select id, retry_count from pgboss.job
where name = '${DRIVE_RUN}' and state = 'active'
  and heartbeat_on < pgboss.job_now() - $1::int * interval '1 ms' limit 500`;
/** What a worker does beside its runs: keeps what it holds, and settles what dead workers held. */
export function upkeep(state: WorkerState, wake: () => void): { stop: () => Promise<void> } {
  const { ctx } = state;
  const beats = [
    every(state.leaseMs / 3, () => renewTries(state)),
    every(state.leaseMs / 3, () => touchJobs(state)),
    every(SWEEP_MS, sweeper(state, wake)),
    every(PRUNE_MS, () => pruneOldRuns(ctx, () => state.isStopping)),
  ];
  return {
    stop: async () => {
      await Promise.all(beats.map((stop) => stop()));
    },
  };

  function every(ms: number, work: () => Promise<void>): () => Promise<void> {
    let current: Promise<void> | null = null;
    const timer = setInterval(() => {
      current ??= work()
        .catch((error: unknown) => ctx.log.warn({ err: error }, "The upkeep of runs met an error"))
        .finally(() => {
          current = null;
        });
    }, ms);
    return async () => {
      clearInterval(timer);
      await current;
    };
  }
}

async function renewTries(state: WorkerState): Promise<void> {
  const due = [...state.tries.values()].filter((held) => monotonicNow() - held.since > state.leaseMs / 4);
  if (due.length === 0) return;
  const { workerId: worker, leaseMs } = state;
  const claims = due.map(({ runId, stepId, claim }) => ({ runId, stepId, claim }));
  const renewed = await renewLeases(state.ctx, { worker, leaseMs, claims });
  const kept = new Set(renewed.map(({ runId, stepId, claim }) => tryKey(runId, stepId, claim)));
  for (const held of due) {
    held.misses = kept.has(tryKey(held.runId, held.stepId, held.claim)) ? 0 : held.misses + 1;
    // Once may be a row that was being written; twice is a claim that is gone.
    if (held.misses !== 2) continue;
    held.step.abandon("This try is not this worker's any more.");
    if (held.isRunning) state.ctx.metrics.leaseLost();
  }
}

async function touchJobs(state: WorkerState): Promise<void> {
  const jobs = [...state.drives.values()].flatMap((drive) => drive.jobs);
  if (jobs.length > 0) await state.boss.touch(DRIVE_RUN, jobs);
}

function sweeper(state: WorkerState, wake: () => void): () => Promise<void> {
  let sweeps = 0;
  let awayAt = Number.NEGATIVE_INFINITY;
  return async () => {
    sweeps += 1;
    const wasAway = monotonicNow() - awayAt < state.leaseMs;
    try {
      await sweepRuns(state.ctx, { leaseMs: state.leaseMs, wasAway });
    } catch (error) {
      awayAt = monotonicNow();
      throw error;
    }
    const execute = executeHot(state.ctx.database);
    const stale = await execute(STALE_JOBS, [state.leaseMs]);
    if (stale.length > 0) {
      const jobs = stale.map((row) => ({ id: String(row["id"]), retryCount: Number(row["retry_count"]) }));
      await state.boss.fail(DRIVE_RUN, jobs);
      wake();
    }
    if (sweeps % IDLE_SEARCH_EVERY === 0) await carryIdleRuns(state.ctx);
  };
}
