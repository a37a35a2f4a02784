import { DRIVE_RUN, type DriveRunData } from "./boss.ts";
import { monotonicNow } from "./commit-round.ts";
import { sleep } from "./sleep.ts";
import { type WorkerState, driveOf, freeSlots } from "./worker-state.ts";

const POLL_MS = 1_000;
const GATHER_MS = 2;
const FAIR_SHARE_MS = 1_000;
// One fetch in so many asks for new runs alone, so that continued ones cannot starve them.
const NEW_EVERY = 4;

/** Brings runs from the queue while slots are free for them. */
export function fetchLoop(state: WorkerState, taken: () => void) {
  let isWoken = true;
  let kick = () => {};
  let fetches = 0;
  let fedAt = monotonicNow();
  const done = loop();

  return {
    /** Work may be there. */
    wake(): void {
      isWoken = true;
      kick();
    },
    /** A slot may be free for work that is known to be there. */
    slotsFreed(): void {
      if (isWoken) kick();
    },
    async stop(): Promise<void> {
      kick();
      await done;
    },
  };

  async function loop(): Promise<void> {
    while (!state.isStopping) {
      if (isWoken && room() > 0) {
        // A few slots gather, for fewer and larger fetches.
        if (room() < state.slots / 2) await sleep(GATHER_MS);
        await fetchJobs(room());
      }
      if (!state.isStopping && !(isWoken && room() > 0)) await nextKick();
    }
  }

  async function fetchJobs(batchSize: number): Promise<void> {
    if (batchSize <= 0 || state.isStopping) return;
    isWoken = false;
    fetches += 1;
    const isForNew = fetches % NEW_EVERY === 0;
    try {
      const jobs = await state.boss.fetch<DriveRunData>(DRIVE_RUN, {
        batchSize,
        includeMetadata: true,
        ...(isForNew && { maxPriority: 0 }),
      });
      isWoken ||= isForNew || jobs.length === batchSize;
      fedAt = monotonicNow();
      state.keptForOthers = 0;
      for (const job of jobs) {
        const drive = driveOf(state, job.data.runId);
        drive.jobs.push({ id: job.id, retryCount: job.retryCount });
        drive.needsLook = true;
      }
      state.ctx.metrics.jobsFetched(jobs.length);
      if (jobs.length > 0) taken();
    } catch (error) {
      state.ctx.log.warn({ err: error }, "Runs could not be fetched from the queue");
      await sleep(200);
      isWoken = true;
    }
  }

  /** How many runs fit. While own steps wait for slots none does, except one in a while. */
  function room(): number {
    const drives = [...state.drives.values()];
    const unread = drives.filter((drive) => drive.needsLook).length;
    const free = freeSlots(state) - unread;
    if (!drives.some((drive) => drive.left > 0)) return free;
    if (monotonicNow() - fedAt < FAIR_SHARE_MS) return 0;
    state.keptForOthers = 1;
    return Math.min(1, free);
  }

  function nextKick(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        isWoken = true;
        resolve();
      }, POLL_MS);
      kick = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
