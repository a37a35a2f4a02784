import { Worker } from "node:worker_threads";
import {
  addCompared,
  type Compared,
  NOTHING_COMPARED,
  type Sweep,
} from "#test/core/run-rules/oracle/compare-walks.ts";

/** Shares the sweep among threads, and tells `onProgress` after each graph what was compared so far. */
export async function runSweep(
  sweep: Sweep,
  threads: number,
  onProgress: (compared: Compared) => void,
): Promise<Compared> {
  let total = NOTHING_COMPARED;
  const parts = Array.from({ length: threads }, (_, part) => {
    const worker = new Worker(new URL("sweep-worker.ts", import.meta.url), {
      workerData: { sweep, part, of: threads },
    });
    worker.on("message", (compared: Compared) => {
      total = addCompared(total, compared);
      onProgress(total);
    });
    return new Promise<void>((resolve, reject) => {
      worker.on("error", reject);
      worker.on("exit", () => resolve());
    });
  });
  await Promise.all(parts);
  return total;
}
