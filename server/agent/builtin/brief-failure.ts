import { taskLike, taskNumbered } from "./brief-links.ts";
import type { Task } from "./brief-task.ts";
import { type FailureSaid, failureSaid } from "./failure-said.ts";
import { plainWords } from "./plain-words.ts";
import { timesIn } from "./numerals.ts";

const FAILS =
  "(?:fails?|breaks?|goes wrong|go wrong|not (?:be )?(?:work|answer|respond|reply|arrive|reachable|available|there)|does(?:n't| not) (?:work|answer|respond|reply|exist|arrive|come(?: in| back| through)?|turn up|show up|load)|do(?:n't| not) (?:work|answer|respond|reply|arrive|come(?: in| back| through)?|turn up|show up|load)|stays? (?:silent|quiet|offline|down|away)|can(?:'t|not| not) be \\p{L}+|is(?:n't| not) (?:reachable|available|there)|is (?:down|unreachable|missing|not there)|errors? out|crash(?:es)?|(?:have|has) failed|fail(?:ed)?|times? out|fehlschlägt|scheitert|schiefgeht|nicht klappt|falla|échoue)";
const ON_FAILURE = [
  new RegExp(
    `^(?:and |but )*(?:if|when|in case|should|wenn|falls|si) (.+?) ${FAILS},?(?: then)?\\s+(.+)$`,
    "isu",
  ),
  /^(?:on|upon|in case of|bei|en cas d['e]|en caso de) ?(?:an? |the )?(?:(.*?) )?(?:errors?|failures?|fehlern?|échec|erreur|fallo|error),?\s*:?\s+(.+)$/is,
];
const GO_ON =
  /^(?:just |simply |mach |mache )?(?:carry on|continue|go on|proceed|keep going|ignore it|skip it|move on|weiter|trotzdem weiter|sigue|continúa|continue[zr]?)\b/i;
const STOP =
  /^(?:just |simply |please )?(?:stop|abort|halt|cancel|give up|quit)(?: (?:everything|it|it all|all of it|the (?:whole )?(?:run|plan|thing)|right there|there|here))?$/i;
const ON_SUCCESS =
  /^(?:and |but )*(?:if|when|once) (?:it|that|this|everything|all) (?:works?|worked|succeeds?|succeeded|is fine|went well|goes well|is ok)(?: out)?,?(?: then)?\s+(.+)$/i;

const ABSENT =
  /\b(?:is missing|are missing|does(?:n't| not) exist|do(?:n't| not) exist|is(?:n't| not) (?:there|available))\b/i;

/** What a clause says about the failure of a task before it, as changes to a new task; null when it says nothing. */
export function failureCue(text: string, tasks: readonly Task[]): Partial<Task> | null {
  for (const pattern of ON_FAILURE) {
    const found = pattern.exec(text);
    const deed = found?.[2]?.trim().replace(/[.!]+$/, "") ?? "";
    if (!found || deed === "" || GO_ON.test(deed) || STOP.test(deed) || tasks.length === 0) continue;
    const numbered = taskNumbered(found[1] ?? "", tasks);
    if (numbered === -1) continue;
    const named = numbered ?? taskLike(found[1] ?? "", tasks);
    // "If the certificate is missing": only what a task is about says that the task has failed.
    if (named < 0 && ABSENT.test(text) && !/^(?:it|that|this|they|one)$/i.test(found[1]?.trim() ?? ""))
      continue;
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
    const numbered = taskNumbered(found[1] ?? "", tasks);
    if (numbered === -1) return false;
    const named = numbered ?? taskLike(found[1] ?? "", tasks);
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

/** The same for clauses in any of the words that an order about a plan may have. */
export function applyFailureSaid(text: string, tasks: readonly Task[]): boolean {
  const words = plainWords(text);
  for (const said of [failureSaid(words), triesIn(words)]) {
    const isLast = said !== null && (said.span === "" || POINTS_BACK.test(said.span));
    const task =
      said === null
        ? undefined
        : isLast
          ? tasks.at(-1)
          : tasks[taskNumbered(said.span, tasks) ?? taskLike(said.span, tasks)];
    if (said && task) return applyTo(task, said);
  }
  return false;
}

function applyTo(task: Task, said: FailureSaid): true {
  if ("retries" in said) task.retries = Math.min(Math.max(said.retries, 0), 9);
  else task[said.onError === "stop" ? "stopsOnFailure" : "toleratesFailure"] = true;
  return true;
}

// "Retry twice if the mail bounces": whatever goes wrong, the tries are what is asked for.
function triesIn(words: string): FailureSaid | null {
  const said = failureSaid(words.replace(/,?\s+(?:if|when|whenever|in case|should)\s.+$/i, ""));
  return said && "retries" in said ? said : null;
}

const POINTS_BACK = /^(?:it|that|this|they|them|the step|that step|this step|this one|that one)$/i;

function lastGroup(tasks: readonly Task[]): Task[] {
  const start = tasks.findLastIndex((task) => task.link !== "beside");
  return tasks.slice(Math.max(start, 0));
}

/** "If it works, post the link": the deed, when the clause only says that things go on. */
export function afterSuccess(text: string): string {
  return ON_SUCCESS.exec(text)?.[1] ?? text;
}
