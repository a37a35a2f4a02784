import { Worker } from "node:worker_threads";
import type { TransformAnswer, TransformTask } from "./transform-worker.ts";

export const MAX_MEMORY_MB = 256;

/** What the thread answered, or why it did not. */
export type ThreadEnd = TransformAnswer | { broken: Error | null } | { stopped: "late" | "aborted" };

// Starting a thread costs more than most expressions, so one that has done well waits for the next.
let warm: Worker | null = null;

/** Evaluates in a thread that can be stopped. One that was stopped or failed is never used again. */
export function evaluateApart(
  task: TransformTask,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<ThreadEnd> {
  if (limits.signal.aborted) return Promise.resolve({ stopped: "aborted" });
  const worker = takeWorker();
  return new Promise((resolve) => {
    const settle = (end: ThreadEnd) => {
      clearTimeout(timer);
      limits.signal.removeEventListener("abort", abort);
      worker.off("message", settle).off("error", breakOff).off("exit", exit);
      if ("json" in end) keepWorker(worker);
      else void worker.terminate();
      resolve(end);
    };
    const abort = () => settle({ stopped: "aborted" });
    const breakOff = (error: Error) => settle({ broken: error });
    const exit = () => settle({ broken: null });
    const timer = setTimeout(() => settle({ stopped: "late" }), limits.timeoutMs);
    limits.signal.addEventListener("abort", abort);
    worker.on("message", settle).on("error", breakOff).on("exit", exit);
    worker.postMessage(task);
  });
}

function takeWorker(): Worker {
  const worker = warm ?? startWorker();
  warm = null;
  worker.ref();
  return worker;
}

function keepWorker(worker: Worker): void {
  if (warm !== null) {
    void worker.terminate();
    return;
  }
  warm = worker;
  // A waiting thread does not keep the process alive.
  worker.unref();
}

function startWorker(): Worker {
  const worker = new Worker(new URL("./transform-worker.ts", import.meta.url), {
    // The expression's thread sees none of the settings.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // Without a listener, an error between two tasks would end the process.
  worker.on("error", () => {});
  worker.on("exit", () => {
    if (warm === worker) warm = null;
  });
  return worker;
}
