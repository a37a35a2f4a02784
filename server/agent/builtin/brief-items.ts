import { deedToAskFor, withoutApproval } from "./approval-words.ts";
import { applyAside, approvalCue, takeTriggers, withoutAsides } from "./brief-cues.ts";
import type { BriefItem } from "./brief-blocks.ts";
import { isEnglishOrder, orderInside } from "./brief-clauses.ts";
import { failureCue } from "./brief-failure.ts";
import { namedTasks, taskLike } from "./brief-links.ts";
import { makeTask, type Task, type Triggers } from "./brief-task.ts";
import { bareVerb } from "./read-split.ts";

const CONDITION =
  /^(?:only )?(?:if|when|in case|wenn|falls|si)\s+(.+?)(?:,\s*(?:then\s+)?|\s+then\s+)(.+)$/is;
const TRAILING = /^(.+?),?\s+(?:only )?(?:if|in case|unless|falls|si)\s+([^,]+)$/i;

/** Adds the tasks of a list to those before it. Items with items below them are headings of these. */
export function addItems(items: readonly BriefItem[], tasks: Task[], triggers: Triggers): void {
  let isApprovalDue = false;
  for (const [index, item] of items.entries()) {
    if (
      item.isDone ||
      (item.text.replace(/\W/g, "") === "" && item.children.length === 0 && item.text === "")
    )
      continue;
    if (item.children.length > 0) {
      addItems(item.children, tasks, triggers);
      continue;
    }
    const said = withoutAsides(item.text).text;
    const cue = approvalCue(said);
    const isAsking = cue?.type === "next" || (cue?.type === "deed" && !cue.isTask);
    const meant = cue?.type === "deed" ? cue.deed : null;
    const own = isAsking ? ownDeed(said, meant, tasks, items[index + 1]) : null;
    if (isAsking && own === null) {
      const at = meant === null || isNextLike(meant, items[index + 1]) ? -1 : taskLike(meant, tasks);
      const found = tasks[at];
      if (found) found.approval = true;
      else isApprovalDue = true;
      continue;
    }
    const task = taskOf(own === null ? item : { ...item, text: own }, tasks, triggers);
    if (task === null) continue;
    tasks.push({ ...task, approval: task.approval || isApprovalDue || own !== null });
    isApprovalDue = false;
  }
}

// "Ask me before you write it to a.md" is the work itself where no other item is it.
function ownDeed(
  said: string,
  meant: string | null,
  tasks: readonly Task[],
  next: BriefItem | undefined,
): string | null {
  const deed = deedToAskFor(said);
  if (deed === null || meant === null || isNextLike(meant, next) || taskLike(meant, tasks) >= 0) return null;
  const [verb = "", ...rest] = deed.split(/\s+/);
  const order = [bareVerb(verb), ...rest].join(" ");
  return rest.length > 1 && isEnglishOrder(order) ? order : null;
}

function isNextLike(deed: string, next: BriefItem | undefined): boolean {
  return next !== undefined && taskLike(deed, [makeTask(next.text)]) >= 0;
}

function taskOf(item: BriefItem, tasks: readonly Task[], triggers: Triggers): Task | null {
  const before = triggers.usesRunInput;
  const told = takeTriggers(item.text, triggers);
  if (told.trim() === "" || (!before && triggers.usesRunInput && /^\W*web ?hook\b/i.test(item.text)))
    return null;
  const labelled = /^([A-Za-z])\s*[:)]\s+(.+)$/s.exec(told);
  const { text: said, asides } = withoutAsides(labelled?.[2] ?? told);
  const { text, asks } = withoutApproval(said);
  const label = labelled?.[1] ?? (item.number === null ? null : String(item.number));
  const explicit = namedTasks([text, ...asides].join(" . "), tasks);
  const task = makeTask(text, {
    code: item.code,
    label,
    detail: asks ? text : item.text,
    approval: asks,
    ...(explicit.length > 0 ? { link: explicit } : {}),
  });
  if (asides.some((aside) => !applyAside(aside, task))) return null;
  const failure = failureCue(text, tasks);
  if (failure) return { ...task, ...failure };
  return conditioned(task);
}

// "If it is above 500 add free shipping": the order itself marks where the condition ends.
function unmarked(text: string): [string, string, string] | null {
  if (!/^(?:only )?(?:if|when|in case)\s/i.test(text)) return null;
  const order = orderInside(text, isEnglishOrder);
  if (order === null) return null;
  const claim = text
    .slice(0, text.length - order.length)
    .replace(/^(?:only )?(?:if|when|in case)\s+/i, "")
    .trim();
  return [text, claim, order];
}

/** A task with the condition that its own words name. */
export function conditioned(task: Task): Task {
  const leading = CONDITION.exec(task.text) ?? unmarked(task.text);
  if (leading)
    return { ...task, text: leading[2] ?? task.text, condition: { claim: leading[1] ?? "", negated: false } };
  const trailing = TRAILING.exec(task.text);
  if (!trailing || /`/.test(task.text)) return task;
  const negated = /\bunless\b/i.test(task.text.slice((trailing[1] ?? "").length));
  return { ...task, text: trailing[1] ?? task.text, condition: { claim: trailing[2] ?? "", negated } };
}
