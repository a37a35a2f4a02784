import { taskLike } from "./brief-links.ts";
import type { Task } from "./brief-task.ts";
import { timesIn } from "./numerals.ts";

const FAILS =
  "(?:fails?|breaks?|goes wrong|go wrong|does(?:n't| not) (?:work|answer|respond|exist)|do(?:n't| not) (?:work|answer|respond)|is(?:n't| not) (?:reachable|available|there)|is (?:down|unreachable|missing)|errors? out|crash(?:es)?|times out|fehlschlägt|scheitert|schiefgeht|nicht klappt|falla|échoue)";
const ON_FAILURE = [
  new RegExp(
    `^(?:and |but )*(?:if|when|in case|should|wenn|falls|si) (.+?) ${FAILS},?(?: then)?\\s+(.+)$`,
    "is",
  ),
  /^(?:on|upon|in case of|bei|en cas d['e]|en caso de) ?(?:an? |the )?(?:(.*?) )?(?:errors?|failures?|fehlern?|échec|erreur|fallo|error),?\s*:?\s+(.+)$/is,
];
const GO_ON =
  /^(?:just |simply |mach |mache )?(?:carry on|continue|go on|proceed|keep going|ignore it|skip it|move on|weiter|trotzdem weiter|sigue|continúa|continue[zr]?)\b/i;
const STOP =
  /^(?:just |simply |please )?(?:stop|abort|halt|cancel|give up|quit)(?: (?:everything|it|it all|all of it|the (?:whole )?(?:run|plan|thing)|right there|there|here))?$/i;
const ON_SUCCESS =
  /^(?:and |but )*(?:if|when|once) (?:it|that|this|everything|all) (?:works?|worked|succeeds?|succeeded|is fine|went well|goes well|is ok)(?: out)?,?(?: then)?\s+(.+)$/i;

/** What a clause says about the failure of a task before it, as changes to a new task; null when it says nothing. */
export function failureCue(text: string, tasks: readonly Task[]): Partial<Task> | null {
  for (const pattern of ON_FAILURE) {
    const found = pattern.exec(text);
    const deed = found?.[2]?.trim().replace(/[.!]+$/, "") ?? "";
    if (!found || deed === "" || GO_ON.test(deed) || STOP.test(deed) || tasks.length === 0) continue;
    const named = taskLike(found[1] ?? "", tasks);
    const on = named >= 0 ? named : tasks.length - 1;
    return {
      text: deed,
      detail: text,
      link: [on],
      condition: { on: "failed" },
      conditionOn: on,
      reactsTo: on,
    };
  }
  return null;
}

/** Applies a clause that changes how a task before it takes failure: retries, or going on regardless. */
export function applyFailurePolicy(text: string, tasks: Task[]): boolean {
  const retry =
    /^(?:and |but |then )*(?:try (?:it )?again|retry(?: it| that)?|versuche? es (?:noch|nochmal|erneut))\s*(.*)$/i.exec(
      text,
    );
  const last = tasks.at(-1);
  if (retry && last) {
    last.retries = Math.min(timesIn(retry[1] ?? "") ?? 1, 9);
    return true;
  }
  for (const pattern of ON_FAILURE) {
    const found = pattern.exec(text);
    const deed = found?.[2]?.trim().replace(/[.!]+$/, "") ?? "";
    if (!found || !last || (!GO_ON.test(deed) && !STOP.test(deed))) continue;
    const named = taskLike(found[1] ?? "", tasks);
    const meant =
      /\b(?:one|any|some) of (?:them|these|those)\b/i.test(found[1] ?? "") || named < 0
        ? lastGroup(tasks)
        : tasks.slice(named, named + 1);
    const field = STOP.test(deed) ? "stopsOnFailure" : "toleratesFailure";
    for (const task of meant) task[field] = true;
    return true;
  }
  return false;
}

function lastGroup(tasks: readonly Task[]): Task[] {
  const start = tasks.findLastIndex((task) => task.link !== "beside");
  return tasks.slice(Math.max(start, 0));
}

/** "If it works, post the link": the deed, when the clause only says that things go on. */
export function afterSuccess(text: string): string {
  return ON_SUCCESS.exec(text)?.[1] ?? text;
}
