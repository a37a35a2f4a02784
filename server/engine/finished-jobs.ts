import { DRIVE_RUN } from "./boss.ts";
import type { JobKey } from "./drive.ts";
import { sleep } from "./sleep.ts";
import type { WorkerState } from "./worker-state.ts";

const RETRY_MS = 300;
const GATHER_MS = 25;

/** Ends jobs whose run holds nothing more for this worker. Nobody waits for that, so they gather first. */
export function finishedJobs(state: WorkerState) {
  let current: Promise<void> | null = null;

  async function completeAll(): Promise<void> {
    while (state.finishedJobs.length > 0) {
      if (!state.isStopping) await sleep(GATHER_MS);
      const jobs = state.finishedJobs.splice(0);
      try {
        await state.boss.complete(DRIVE_RUN, jobs);
      } catch (error) {
        state.ctx.log.warn({ err: error }, "Jobs of runs could not be ended and are tried again");
        if (state.isStopping) return;
        state.finishedJobs.push(...jobs);
        await sleep(RETRY_MS);
      }
    }
  }

  return {
    complete(jobs: readonly JobKey[]): void {
      state.finishedJobs.push(...jobs);
      current ??= completeAll().finally(() => {
        current = null;
      });
    },
    settled: async (): Promise<void> => {
      await current;
    },
  };
}
