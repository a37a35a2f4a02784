import { Worker } from "node:worker_threads";

export const MAX_MEMORY_MB = 256;

/** What the thread answered, or why it did not. */
export type ThreadEnd<Answer> =
  | { answer: Answer }
  | { broken: Error | null }
  | { stopped: "late" | "aborted" };

type Limits = { timeoutMs: number; signal: AbortSignal };

// Two people may write at once; more threads than that end when they are through.
const MOST_WARM = 2;

/**
 * Work in a thread that can be stopped and that keeps nobody else waiting. Starting a thread costs more
 * than most tasks, so one that has done well waits for the next; one that was stopped or failed is
 * never used again. `file` answers every message with one message.
 */
export function workThread<Task, Answer>(
  file: URL,
  mayStay: (answer: Answer) => boolean,
): (task: Task, limits: Limits) => Promise<ThreadEnd<Answer>> {
  const warm: Worker[] = [];

  function take(): Worker {
    const worker = warm.pop() ?? start();
    worker.ref();
    return worker;
  }

  function keep(worker: Worker): void {
    if (warm.length === MOST_WARM) {
      void worker.terminate();
      return;
    }
    warm.push(worker);
    // A waiting thread does not keep the process alive.
    worker.unref();
  }

  function start(): Worker {
    // The thread sees none of the settings.
    const worker = new Worker(file, { env: {}, resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB } });
    // Without a listener, an error between two tasks would end the process.
    worker.on("error", () => {});
    worker.on("exit", () => {
      const place = warm.indexOf(worker);
      if (place !== -1) warm.splice(place, 1);
    });
    return worker;
  }

  return (task, { timeoutMs, signal }) => {
    if (signal.aborted) return Promise.resolve({ stopped: "aborted" });
    const worker = take();
    return new Promise((resolve) => {
      const settle = (end: ThreadEnd<Answer>) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        worker.off("message", receive).off("error", breakOff).off("exit", exit);
        if ("answer" in end && mayStay(end.answer)) keep(worker);
        else void worker.terminate();
        resolve(end);
      };
      const receive = (answer: Answer) => settle({ answer });
      const abort = () => settle({ stopped: "aborted" });
      const breakOff = (error: Error) => settle({ broken: error });
      const exit = () => settle({ broken: null });
      const timer = setTimeout(() => settle({ stopped: "late" }), timeoutMs);
      signal.addEventListener("abort", abort);
      worker.on("message", receive).on("error", breakOff).on("exit", exit);
      worker.postMessage(task);
    });
  };
}

/** In words, why a thread did not answer. `what` names the work, e.g. "The expression". */
export function threadProblem(
  end: Exclude<ThreadEnd<unknown>, { answer: unknown }>,
  what: string,
  timeoutMs: number,
): string {
  if ("stopped" in end) {
    return end.stopped === "aborted"
      ? `${what} was stopped before it ended.`
      : `${what} did not end within ${timeoutMs / 1_000} seconds.`;
  }
  if (end.broken === null) return `${what} ended without an answer.`;
  const isMemory = "code" in end.broken && end.broken.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory
    ? `${what} needed more than ${MAX_MEMORY_MB} MB of memory.`
    : `${what} broke off: ${end.broken.message}.`;
}
