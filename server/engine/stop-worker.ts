import { within } from "#server/services/within.ts";
import { monotonicNow } from "./commit-round.ts";
import { releaseSlot } from "./begin-try.ts";
import { DRIVE_RUN } from "./boss.ts";
import { sleep } from "./sleep.ts";
import { type WorkerState, driveOf } from "./worker-state.ts";

// Together with closing the database less than the ten seconds that a process gets.
const FINISH_MS = 6_000;
const HAND_BACK_MS = 1_500;
const GIVE_BACK_MS = 1_000;

type Parts = {
  commits: { wake: () => void; isIdle: () => boolean };
  fetching: { stop: () => Promise<void> };
  beats: { stop: () => Promise<void> };
  jobs: { settled: () => Promise<void> };
  notes: { flush: () => Promise<void> };
  unlisten: () => Promise<void>;
};

/**
 * Lets tries finish for a while, then hands the rest back. Runs that are not over go back to the queue;
 * they are never ended as if they were.
 */
export async function stopWorker(state: WorkerState, parts: Parts): Promise<void> {
  if (state.isStopping) return;
  state.isStopping = true;
  await parts.fetching.stop();
  parts.commits.wake();

  await until(() => state.running === 0 && isQuiet(state, parts), FINISH_MS);
  handBackTries(state);
  parts.commits.wake();
  await until(() => isQuiet(state, parts), HAND_BACK_MS);

  try {
    await within(GIVE_BACK_MS, giveBackRuns(state, parts));
  } catch (error) {
    state.ctx.log.warn({ err: error }, "Runs could not be given back; others take them up by their leases");
  }
}

async function giveBackRuns(state: WorkerState, parts: Parts): Promise<void> {
  const left = [...state.drives.values()].flatMap((drive) => drive.jobs);
  state.drives.clear();
  try {
    await parts.jobs.settled();
    if (left.length > 0) await state.boss.fail(DRIVE_RUN, left);
  } finally {
    await parts.beats.stop();
    await parts.unlisten();
    await parts.notes.flush();
  }
}

function handBackTries(state: WorkerState): void {
  for (const held of state.tries.values()) {
    if (!held.isRunning) continue;
    const drive = driveOf(state, held.runId);
    releaseSlot(state, drive, held);
    held.step.abandon("The worker is stopping.");
    drive.facts.push({
      fact: {
        type: "interrupted",
        stepId: held.stepId,
        claim: held.claim,
        cause: "handed-back",
        mayHaveActed: held.step.hasActed(),
      },
      settle: () => {},
    });
  }
}

function isQuiet(state: WorkerState, { commits }: Parts): boolean {
  return commits.isIdle() && [...state.drives.values()].every((drive) => drive.facts.length === 0);
}

async function until(holds: () => boolean, ms: number): Promise<void> {
  const end = monotonicNow() + ms;
  while (!holds() && monotonicNow() < end) await sleep(5);
}
