import { bareVerb } from "./bare-verb.ts";
import { orderToAskFor } from "./approval-words.ts";
import { askForDeed, POINTS_ON } from "./asked-deed.ts";
import { taskLike, taskNumbered } from "./brief-links.ts";
import type { ProseState } from "./brief-prose.ts";
import { type CodePiece, makeTask, type Task } from "./brief-task.ts";
import { likeness, wordsIn } from "./words.ts";

// Work that leaves the house, done to what was made before: "publish it", "send them to the parents".
const OUTWARD =
  /^(?:send|e?-?mail|publish|post|announce|submit|upload|release|deploy|tweet|text|order|pay|book|deliver|ship|forward|print|share|push|merge|mail|transfer|sign|file|delete|remove)\s+(?:it|them|this|that|these|those|out)\b/i;

export function askBefore(deed: string, code: CodePiece[], tasks: Task[], state: ProseState): void {
  const own =
    /\b(?:it|them|this|that|the)\b/i.test(deed) && !/\b(?:anything|something|etwas|algo)\b/i.test(deed);
  const order = orderToAskFor(deed);
  // Who numbers the work has named all of it.
  const isNumbered = tasks.some(({ label }) => /^\d+$/.test(label ?? ""));
  const plain = deed.replace(/^(\p{L}{2,})ing(?= )/iu, (_all, stem: string) => bareVerb(stem));
  const numbered = taskNumbered(deed, tasks);
  const named = tasks[numbered ?? -1];
  if (named) named.approval = true;
  if (named || (numbered === null && askForDeed(deed, tasks))) return;
  if (/[\u3041-\u30ff\u4e00-\u9fff]/u.test(deed)) tasks.push(makeTask(deed, { approval: true }));
  else if (tasks.length > 0 && OUTWARD.test(plain)) {
    const sent = tasks.findLast((other) => OUTWARD.test(other.text));
    if (sent) sent.approval = true;
    else {
      state.provisional = makeTask(plain, { approval: true });
      tasks.push(state.provisional);
    }
  } else if (
    order !== null &&
    !isNumbered &&
    /\S+\.\w|`|\b(?:a|an|the|my|our|all|every)\s+\p{L}/iu.test(deed)
  ) {
    state.provisional = makeTask(order, {
      approval: true,
      code: code.filter((piece) => order.includes(piece.value)),
    });
    tasks.push(state.provisional);
  } else if (own && /^\w+ing\b/i.test(deed)) tasks.push(makeTask(deed, { approval: true }));
  else if (tasks.length > 0 && numbered === null && POINTS_ON.test(deed))
    tasks[tasks.length - 1] = { ...makeTask(""), ...tasks.at(-1), approval: true };
  else state.pendingApprovals.push(deed);
}

export function isSameDeed(text: string, task: Task): boolean {
  const [[verb = ""], [other = ""]] = [wordsIn(text), wordsIn(task.text)];
  return likeness(verb, other) > 0 && taskLike(text, [task]) >= 0;
}
