import { DRIVE_RUN } from "./boss.ts";
import type { JobKey } from "./drive.ts";
import type { WorkerState } from "./worker-state.ts";

const RETRY_MS = 300;

/** Ends jobs whose run holds nothing more for this worker, together while one ending is under way. */
export function finishedJobs(state: WorkerState) {
  let current: Promise<void> | null = null;

  async function completeAll(): Promise<void> {
    while (state.finishedJobs.length > 0) {
      const jobs = state.finishedJobs.splice(0);
      try {
        await state.boss.complete(DRIVE_RUN, jobs);
      } catch (error) {
        state.ctx.log.warn({ err: error }, "Jobs of runs could not be ended and are tried again");
        if (state.isStopping) return;
        state.finishedJobs.push(...jobs);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
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
