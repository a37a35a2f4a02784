import { orderToAskFor } from "./approval-words.ts";
import { taskLike } from "./brief-links.ts";
import type { ProseState } from "./brief-prose.ts";
import { type CodePiece, makeTask, type Task } from "./brief-task.ts";
import { likeness, wordsIn } from "./words.ts";

export function askBefore(deed: string, code: CodePiece[], tasks: Task[], state: ProseState): void {
  const at = taskLike(deed, tasks);
  const own =
    /\b(?:it|them|this|that|the)\b/i.test(deed) && !/\b(?:anything|something|etwas|algo)\b/i.test(deed);
  const task = tasks[at];
  const order = orderToAskFor(deed);
  if (task) task.approval = true;
  else if (order !== null && /\S+\.\w|`|\b(?:a|an|the|my|our|all|every)\s+\p{L}/iu.test(deed)) {
    state.provisional = makeTask(order, {
      approval: true,
      code: code.filter((piece) => order.includes(piece.value)),
    });
    tasks.push(state.provisional);
  } else if (own && /^\w+ing\b/i.test(deed)) tasks.push(makeTask(deed, { approval: true }));
  else if (tasks.length > 0 && !/\b(?:anything|something|etwas|algo|quoi que)\b/i.test(deed))
    tasks[tasks.length - 1] = { ...makeTask(""), ...tasks.at(-1), approval: true };
  else state.pendingApprovals.push(deed);
}

export function isSameDeed(text: string, task: Task): boolean {
  const [[verb = ""], [other = ""]] = [wordsIn(text), wordsIn(task.text)];
  return likeness(verb, other) > 0 && taskLike(text, [task]) >= 0;
}
