import type { Task } from "./brief-task.ts";

// Said behind the last of several deeds of one kind it is said of all of them.
const ALL_TOGETHER =
  /\b(?:in parallel|at the same time|at once|simultaneously|concurrently|side by side|gleichzeitig|parallel|a la vez|al mismo tiempo|en parallèle|en même temps)\b(?=\s*(?:[,;.]|$))/i;

// Said behind "then" and in front of several deeds it is said of these.
const LED_TOGETHER =
  /^(?:and\s+)?(?:after (?:that|this|both|it)|then|next|finally|afterwards|lastly|in the end|at the end|dann|danach|anschließend|luego|después|puis|ensuite)[,\s]+(?:do (?:the following|these|this) )?(?:in parallel|at the same time|at once|simultaneously|concurrently|side by side|gleichzeitig|parallel|al mismo tiempo|en paralelo|en même temps|en parallèle)[,:\s]/i;

/** "Call A, call B and call C at the same time": the tasks of one kind from a place on do not wait for each other. */
export function putTogether(sentence: string, tasks: readonly Task[], from: number): void {
  if (LED_TOGETHER.test(sentence)) {
    for (const [index, task] of tasks.entries()) {
      if (index === from && task.link === "beside") task.link = "next";
      if (index > from && task.link === "next" && task.condition === null) task.link = "beside";
    }
    return;
  }
  if (!ALL_TOGETHER.test(sentence)) return;
  for (const [index, task] of tasks.entries())
    if (index > from && task.link === "next" && sameKind(tasks[index - 1], task)) task.link = "beside";
}

/** "The six reads are independent of each other", "get them independently": whether a sentence says no more than that. */
export function allIndependent(sentence: string, tasks: Task[]): boolean {
  if (!/\b(?:independent(?:ly)?|in any order|no particular order)\b/i.test(sentence) || tasks.length === 0)
    return false;
  for (const [index, task] of tasks.entries())
    if (
      index > 0 &&
      task.link === "next" &&
      /^(?:they|the|get|these|all)\b/i.test(sentence) &&
      sameKind(tasks[index - 1], task)
    )
      task.link = "beside";
  return true;
}

function sameKind(before: Task | undefined, task: Task): boolean {
  return before?.text.split(/\s+/)[0]?.toLowerCase() === task.text.split(/\s+/)[0]?.toLowerCase();
}
