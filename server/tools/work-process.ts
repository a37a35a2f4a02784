import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { availableParallelism } from "node:os";
import { createTurns } from "./turns.ts";
import type { WorkReply } from "./work-reply.ts";

export const MAX_MEMORY_MB = 256;

/** What the process answered, or why it did not. */
export type WorkEnd<Answer> =
  | { answer: Answer }
  | { broken: "memory" | "silent" | Error }
  | { stopped: "late" | "aborted" };

type Limits = { timeoutMs: number; signal: AbortSignal };

/** So many processes of one kind work at once: a stuck one leaves the others to go on. */
export const MOST_AT_ONCE = Math.max(2, Math.min(availableParallelism(), 4));

/**
 * Work in a process of its own, which can be stopped and keeps nobody else waiting. A thread would not
 * do: one that exhausts its memory can take the whole server with it, whatever its limits say
 * (https://nodejs.org/api/worker_threads.html). Starting one costs more than most tasks, so a process
 * that has done well waits for the next; one that was stopped or failed is never used again. Tasks beyond
 * MOST_AT_ONCE wait in order, and that time is not theirs. `file` calls `answerTasks`.
 */
export function workProcess<Task, Answer>(
  file: URL,
  mayStay: (answer: Answer) => boolean,
): (task: Task, limits: Limits) => Promise<WorkEnd<Answer>> {
  const warm: ChildProcess[] = [];
  const turns = createTurns(MOST_AT_ONCE);

  function take(): ChildProcess {
    const child = warm.pop() ?? begin();
    child.ref();
    child.channel?.ref();
    return child;
  }

  function begin(): ChildProcess {
    const child = start(file);
    child.once("exit", () => {
      const place = warm.indexOf(child);
      if (place !== -1) warm.splice(place, 1);
    });
    return child;
  }

  function keep(child: ChildProcess): void {
    if (!child.connected) {
      child.kill("SIGKILL");
      return;
    }
    warm.push(child);
    // A waiting process does not keep this one alive.
    child.unref();
    child.channel?.unref();
  }

  return async (task, limits) => {
    if (!(await turns.take(limits.signal))) return { stopped: "aborted" };
    try {
      return await run(task, limits);
    } finally {
      turns.giveBack();
    }
  };

  function run(task: Task, { timeoutMs, signal }: Limits): Promise<WorkEnd<Answer>> {
    if (signal.aborted) return Promise.resolve({ stopped: "aborted" });
    const child = take();
    return new Promise((resolve) => {
      const settle = (end: WorkEnd<Answer>) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
        child.off("message", receive).off("error", breakOff).off("exit", exit);
        if ("answer" in end && mayStay(end.answer)) keep(child);
        else child.kill("SIGKILL");
        resolve(end);
      };
      const receive = (message: unknown) => {
        const reply = message as WorkReply<Answer>;
        settle("answer" in reply ? reply : { broken: new Error(reply.error) });
      };
      const abort = () => settle({ stopped: "aborted" });
      const breakOff = (error: Error) => settle({ broken: error });
      const exit = (_code: number | null, by: NodeJS.Signals | null) =>
        settle({ broken: OUT_OF_MEMORY.has(by) ? "memory" : "silent" });
      const timer = setTimeout(() => settle({ stopped: "late" }), timeoutMs);
      signal.addEventListener("abort", abort);
      child.on("message", receive).on("error", breakOff).on("exit", exit);
      child.send(task as object, (error) => {
        if (error !== null) breakOff(error);
      });
    });
  }
}

// How Node ends when its heap is full.
const OUT_OF_MEMORY = new Set<NodeJS.Signals | null>(["SIGABRT", "SIGTRAP", "SIGILL"]);

function start(file: URL): ChildProcess {
  const cache = getCompileCacheDir();
  const child = fork(file, {
    // It sees none of the settings, and can write no file and start nothing.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
    execArgv: [
      `--max-old-space-size=${MAX_MEMORY_MB}`,
      "--permission",
      "--allow-fs-read=*",
      // Only for the thread that looks whether this process still lives.
      "--allow-worker",
    ],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Without a listener, an error between two tasks would end this process.
  child.on("error", () => {});
  return child;
}

/** In words, why there is no answer. `what` names the work, e.g. "The expression". */
export function workProblem(
  end: Exclude<WorkEnd<unknown>, { answer: unknown }>,
  what: string,
  timeoutMs: number,
): string {
  if ("stopped" in end) {
    return end.stopped === "aborted"
      ? `${what} was stopped before it ended.`
      : `${what} did not end within ${timeoutMs / 1_000} seconds.`;
  }
  if (end.broken === "silent") return `${what} ended without an answer.`;
  return end.broken === "memory"
    ? `${what} needed more than ${MAX_MEMORY_MB} MB of memory.`
    : `${what} broke off: ${end.broken.message}.`;
}
