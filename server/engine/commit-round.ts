import { performance } from "node:perf_hooks";
import { type Decision, decide } from "#server/core/run-rules/decide.ts";
import { applyChange } from "#server/core/run-rules/run-change.ts";
import { changeRun, jobsFor } from "#server/services/change-run.ts";
import { commitRuns } from "#server/services/commit-runs.ts";
import { executeHot, executeIn } from "#server/services/executor.ts";
import { reportChange } from "#server/services/report-change.ts";
import type { Drive, PendingFact } from "./drive.ts";
import { type WorkerState, freeSlots } from "./worker-state.ts";

/** One drive's part of a commit. */
export type Round = { drive: Drive; facts: PendingFact[]; decision: Decision };

/** Decides for a drive on its newest state, and reserves the slots that its claims will take. */
export function decideRound(state: WorkerState, drive: Drive): Round {
  const { plan, state: run } = drive;
  if (!plan || !run) throw new Error(`Run "${drive.runId}" is decided on before it was read`);
  const facts = drive.facts.splice(0, drive.isSolo ? 1 : drive.facts.length);
  const decision = decide(plan, run, {
    facts: facts.map((pending) => pending.fact),
    now: state.clock.now(),
    worker: state.workerId,
    slots: slotsFor(state, drive),
  });
  state.reserved += decision.claims.length;
  return { drive, facts, decision };
}

/** Slots that a run may take now: one that has tries here leaves the kept slot to runs that have none. */
export function slotsFor(state: WorkerState, drive: Drive): number {
  return Math.max(0, freeSlots(state) - (drive.running > 0 ? state.keptForOthers : 0));
}

/** Writes what the rounds decided, with jobs for what has to wait. Answers with the runs that moved. */
export async function commitRounds(
  state: WorkerState,
  rounds: readonly Round[],
): Promise<ReadonlySet<string>> {
  const changes = rounds.flatMap((round) => round.decision.change ?? []);
  if (changes.length === 0) return new Set();
  const startedAt = monotonicNow();
  const options = { leaseMs: state.leaseMs, redact: state.ctx.secrets.redact };
  const waking = rounds.flatMap(({ drive: { runId }, decision }) => {
    const jobs = jobsFor(runId, decision, true);
    return jobs.length === 0 ? [] : [{ runId, jobs }];
  });
  const { moved, now } =
    waking.length === 0
      ? await commitRuns(executeHot(state.ctx.database), changes, options)
      : await state.ctx.db.transaction(async (tx) => {
          const committed = await commitRuns(executeIn(tx), changes, options);
          const due = waking.flatMap(({ runId, jobs }) => (committed.moved.has(runId) ? jobs : []));
          if (due.length > 0) await state.ctx.queue.send(tx, due);
          return committed;
        });
  state.clock.set(now);
  state.ctx.metrics.runsCommitted((monotonicNow() - startedAt) / 1_000);
  for (const { drive, decision } of rounds) {
    if (decision.change === null) continue;
    if (!moved.has(drive.runId)) state.ctx.metrics.commitConflicted();
    else if (drive.state) reportChange(state.ctx, drive.state, decision.change);
  }
  return moved;
}

/** The same for one run that lost to others again and again: under its lock, where nobody can win first. */
export async function commitUnderLock(state: WorkerState, round: Round): Promise<Round> {
  const slots = slotsFor(state, round.drive);
  state.reserved += slots;
  try {
    const changed = await changeRun(
      state.ctx,
      round.drive.runId,
      () => round.facts.map((pending) => pending.fact),
      { worker: state.workerId, slots, leaseMs: state.leaseMs },
    );
    round.drive.state = changed.state;
    round.drive.plan = changed.plan;
    state.reserved += changed.decision.claims.length;
    return { ...round, decision: changed.decision };
  } finally {
    state.reserved -= slots;
  }
}

/** Takes over what was written. */
export function adoptRound(round: Round): void {
  const { drive, decision } = round;
  if (decision.change && drive.state) drive.state = applyChange(drive.state, decision.change);
}

export function settleFacts({ facts, decision }: Round): void {
  for (const [index, pending] of facts.entries()) pending.settle(decision.accepted.has(index));
}

export function monotonicNow(): number {
  return performance.now();
}
