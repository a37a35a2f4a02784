import { executeHot } from "#server/services/executor.ts";
import { loadRuns } from "#server/services/load-runs.ts";
import { beginTry } from "./begin-try.ts";
import {
  type Round,
  adoptRound,
  commitRounds,
  commitUnderLock,
  decideRound,
  monotonicNow,
  settleFacts,
  slotsFor,
} from "./commit-round.ts";
import { type Drive, hasWork, isOver } from "./drive.ts";
import { recoverRounds } from "./recover-rounds.ts";
import type { WorkerState } from "./worker-state.ts";

const MAX_FLIGHTS = 2;
const MAX_RUNS_PER_COMMIT = 64;
const CONFLICTS_BEFORE_LOCK = 3;

export type CommitterEvents = {
  changed: (runIds: readonly string[]) => void;
  /** Ready steps are left that other workers could take. */
  crowded: (drive: Drive) => void;
  over: (drive: Drive) => void;
  /** Slots may be free, or a due time is known. */
  slotsFreed: () => void;
  dueAt: (times: readonly number[]) => void;
};

/**
 * Moves runs on. Outcomes gather while a commit is under way and go out together in the next one;
 * one run is never in two of them.
 */
export function committer(state: WorkerState, on: CommitterEvents) {
  let flights = 0;
  let isScheduled = false;

  function wake(): void {
    if (isScheduled) return;
    isScheduled = true;
    // Tries that end in the same turn of the event loop share a commit.
    setImmediate(() => {
      isScheduled = false;
      launch();
    });
  }

  function launch(): void {
    while (flights < MAX_FLIGHTS) {
      const batch = nextBatch(state);
      if (batch.length === 0) return;
      flights += 1;
      for (const drive of batch) drive.isBusy = true;
      void fly(batch).finally(() => {
        flights -= 1;
        wake();
      });
    }
  }

  async function fly(batch: readonly Drive[]): Promise<void> {
    const rounds: Round[] = [];
    try {
      await readStates(state, batch);
      for (const drive of batch) if (drive.state) rounds.push(decideRound(state, drive));
      const claimedAt = monotonicNow();
      const unlocked = rounds.filter((round) => !round.decision.touchesApprovals);
      const moved = await commitRounds(state, unlocked);
      for (let round = rounds[0]; round; round = rounds[0]) {
        rounds.shift();
        if (round.decision.change === null || moved.has(round.drive.runId)) {
          adoptRound(round);
          finish(round, claimedAt);
        } else await conflict(round);
      }
      on.changed([...moved]);
    } catch (error) {
      recoverRounds(state, batch, rounds, error, wake);
    }
    for (const drive of batch) {
      drive.isBusy = false;
      if (isOver(drive)) on.over(drive);
    }
    on.slotsFreed();
  }

  async function conflict(round: Round): Promise<void> {
    const { drive } = round;
    state.reserved -= round.decision.claims.length;
    drive.state = null;
    drive.conflicts += 1;
    if (drive.conflicts < CONFLICTS_BEFORE_LOCK && !round.decision.touchesApprovals) {
      drive.facts.unshift(...round.facts);
      drive.needsLook = true;
      return;
    }
    const claimedAt = monotonicNow();
    try {
      finish(await commitUnderLock(state, round), claimedAt);
    } catch (error) {
      const unreserved = { ...round, decision: { ...round.decision, claims: [] } };
      recoverRounds(state, [drive], [unreserved], error, wake);
    }
  }

  function finish(round: Round, claimedAt: number): void {
    const { drive, decision } = round;
    drive.conflicts = 0;
    drive.left = decision.left;
    if (drive.facts.length === 0) drive.isSolo = false;
    settleFacts(round);
    for (const claim of decision.claims) {
      state.reserved -= 1;
      beginTry(state, drive, claim, { claimedAt, wake });
    }
    if (decision.wakeAt.length > 0) on.dueAt(decision.wakeAt);
    if (drive.left >= state.slots) on.crowded(drive);
  }

  return { wake, isIdle: () => flights === 0 };
}

/** Drives that came with a job first, so that a wide run does not take the slots of all others. */
function nextBatch(state: WorkerState): Drive[] {
  const now = monotonicNow();
  const ready = [...state.drives.values()].filter(
    (drive) => !drive.isBusy && drive.pausedUntil <= now && hasWork(drive, slotsFor(state, drive)),
  );
  const solo = ready.find((drive) => drive.isSolo);
  if (solo) return [solo];
  return ready.sort((a, b) => Number(b.needsLook) - Number(a.needsLook)).slice(0, MAX_RUNS_PER_COMMIT);
}

async function readStates(state: WorkerState, batch: readonly Drive[]): Promise<void> {
  const stale = batch.filter((drive) => drive.needsLook || drive.state === null);
  if (stale.length === 0) return;
  // A wish to look that comes during the read asks for another one.
  for (const drive of stale) drive.needsLook = false;
  const runIds = stale.map((drive) => drive.runId);
  let loaded: Awaited<ReturnType<typeof loadRuns>>;
  try {
    loaded = await loadRuns(executeHot(state.ctx.database), runIds);
  } catch (error) {
    for (const drive of stale) drive.needsLook = true;
    throw error;
  }
  const byId = new Map(loaded.map((run) => [run.state.runId, run]));
  for (const drive of stale) {
    const run = byId.get(drive.runId);
    drive.state = run?.state ?? null;
    drive.left = 0;
    if (!run) {
      for (const pending of drive.facts.splice(0)) pending.settle(false);
      continue;
    }
    state.clock.set(run.now);
    drive.plan = await state.planOf(run.state.snapshotId);
  }
}
