import { hostname } from "node:os";
import { pid } from "node:process";
import type { PgBoss } from "pg-boss";
import type { Context } from "#server/context.ts";
import { executeHot } from "#server/services/executor.ts";
import { loadRunPlan } from "#server/services/load-runs.ts";
import { CANCEL_CHANNEL } from "#server/services/notify-runs.ts";
import { monotonicNow } from "./commit-round.ts";
import { RUN_CANCELED } from "./begin-try.ts";
import { committer } from "./committer.ts";
import { databaseClock } from "./database-clock.ts";
import type { Drive } from "./drive.ts";
import { fetchLoop } from "./fetch-loop.ts";
import { finishedJobs } from "./finished-jobs.ts";
import { notifier } from "./notifier.ts";
import { planCache } from "./plan-cache.ts";
import { stopWorker } from "./stop-worker.ts";
import type { RunAttempt } from "./try-step.ts";
import { upkeep } from "./upkeep.ts";
import type { WorkerState } from "./worker-state.ts";

const DEFAULT_SLOTS = 16;
// The embedded database shares the event loop with the steps, so its leases have to outlast a busy one.
const LEASE_MS = { postgres: 5_000, pglite: 20_000 };
const HELPERS_EVERY_MS = 500;
const MAX_HELPERS = 4;
const LONGEST_OWN_TIMER_MS = 60_000;

export type WorkerOptions = {
  boss: PgBoss;
  /** Names this worker in leases and in the log. Has to be another one after every start. */
  workerId?: string;
  /** Tries at the same time. */
  slots?: number;
  leaseMs?: number;
  runAttempt: RunAttempt;
};

/** Takes runs from the queue and walks them until it is stopped. */
export async function startWorker(
  ctx: Context,
  options: WorkerOptions,
): Promise<{ stop: () => Promise<void> }> {
  const state: WorkerState = {
    ctx,
    boss: options.boss,
    workerId: options.workerId ?? `${hostname()}-${pid}-${ctx.newId("wrk").slice(-6)}`,
    slots: options.slots ?? DEFAULT_SLOTS,
    leaseMs: options.leaseMs ?? LEASE_MS[ctx.database.driver],
    runAttempt: options.runAttempt,
    clock: databaseClock(),
    planOf: planCache((snapshotId) => loadRunPlan(executeHot(ctx.database), snapshotId)),
    drives: new Map(),
    tries: new Map(),
    reserved: 0,
    running: 0,
    keptForOthers: 0,
    isStopping: false,
    finishedJobs: [],
  };
  const notes = notifier(ctx);
  const jobs = finishedJobs(state);
  const timers = new Set<NodeJS.Timeout>();

  const commits = committer(state, {
    changed: notes.add,
    crowded: (drive) => void callHelpers(state, drive),
    over: (drive) => {
      state.drives.delete(drive.runId);
      jobs.complete(drive.jobs);
    },
    slotsFreed: () => fetching.slotsFreed(),
    dueAt: wakeAt,
  });
  // A job may be told of before the loop below has begun.
  let wake = () => {};
  const unlisten = [
    await listenForJobs(ctx, () => wake()),
    await ctx.database.listen(CANCEL_CHANNEL, (runId) => abandonRun(state, runId)),
  ];
  const fetching = fetchLoop(state, commits.wake);
  wake = fetching.wake;
  const beats = upkeep(state, () => fetching.wake());
  const unwatch = ctx.metrics.watchSlots(() => ({ used: state.running, total: state.slots }));
  const { workerId: worker, slots, leaseMs } = state;
  ctx.log.info({ worker, slots, leaseMs }, "Worker started");

  // The queue does not say when a delayed job falls due; a near time is worth a timer, a far one is polled.
  function wakeAt(times: readonly number[]): void {
    for (const time of times) {
      const wait = time - state.clock.now();
      if (wait > LONGEST_OWN_TIMER_MS) continue;
      const timer = setTimeout(() => {
        timers.delete(timer);
        fetching.wake();
      }, Math.max(0, wait) + 2);
      timers.add(timer);
    }
  }

  return {
    stop: async () => {
      await stopWorker(state, {
        commits,
        fetching,
        beats,
        jobs,
        notes,
        unlisten: async () => {
          for (const timer of timers) clearTimeout(timer);
          for (const stop of unlisten) await stop();
        },
      });
      unwatch();
      ctx.log.info({ worker }, "Worker stopped");
    },
  };
}

async function listenForJobs(ctx: Context, wake: () => void): Promise<() => Promise<void>> {
  // The queue derives its channel from the name of its schema.
  const [row] = await executeHot(ctx.database)(
    `select 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) as channel`,
    [],
  );
  return ctx.database.listen(String(row?.["channel"]), wake);
}

/** Stops the tries of a run that was canceled; what they still answer is refused by their fence. */
function abandonRun(state: WorkerState, runId: string): void {
  // A claim that is being written has no try yet; it begins canceled.
  const drive = state.drives.get(runId);
  if (drive) drive.isCanceled = true;
  for (const held of state.tries.values()) {
    if (held.runId === runId) held.step.abandon(RUN_CANCELED);
  }
}

/** Asks other workers to join a run that has more ready steps than slots here. */
async function callHelpers(state: WorkerState, drive: Drive): Promise<void> {
  const now = monotonicNow();
  if (now - drive.helpersAskedAt < HELPERS_EVERY_MS) return;
  drive.helpersAskedAt = now;
  const helpers = Math.min(MAX_HELPERS, Math.ceil(drive.left / state.slots));
  const jobs = Array.from({ length: helpers }, () => ({ runId: drive.runId, priority: "new" as const }));
  try {
    await state.ctx.queue.send(state.ctx.db, jobs);
  } catch (error) {
    state.ctx.log.warn({ err: error }, "No helpers could be asked for a wide run");
  }
}
