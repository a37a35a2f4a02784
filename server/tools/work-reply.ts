import { Worker } from "node:worker_threads";

/** What a work process sends back for each task. */
export type WorkReply<Answer> = { answer: Answer } | { error: string };

/** Answers the tasks that the process which started this one sends, one after the other. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>): void {
  process.on("message", async (task: Task) => {
    reply(await replyTo(task, answer));
  });
  process.on("disconnect", () => process.exit());
  // A signal to the whole group, as Ctrl-C is, is for the process that gives the tasks to heed.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
  new Worker(ENDS_WITH_PARENT, { eval: true, workerData: process.ppid }).unref();
}

// A task without end never hears that nobody waits for it any more. Whose it was is said before it began: the thread
// may come to its first look only after the parent is gone.
const ENDS_WITH_PARENT = `
  const { workerData: parent } = require("node:worker_threads");
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  }, 1_000);
`;

async function replyTo<Task, Answer>(
  task: Task,
  answer: (task: Task) => Answer | Promise<Answer>,
): Promise<WorkReply<Answer>> {
  try {
    return { answer: await answer(task) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function reply(message: WorkReply<unknown>): void {
  process.send?.(message);
}
