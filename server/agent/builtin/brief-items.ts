import { deedToAskFor, orderToAskFor, withoutApproval } from "./approval-words.ts";
import { applyAside, approvalCue, takeTriggers, withoutAsides } from "./brief-cues.ts";
import type { BriefItem } from "./brief-blocks.ts";
import { clausesOf, isEnglishOrder, orderInside } from "./brief-clauses.ts";
import { applyFailureSaid, failureCue } from "./brief-failure.ts";
import { askForDeed, POINTS_ON } from "./asked-deed.ts";
import { namedTasks, taskLike } from "./brief-links.ts";
import { PATH } from "./path-words.ts";
import { makeTask, type Task, type Triggers } from "./brief-task.ts";

const CONDITION =
  /^(?:only )?(?:if|when|in case|wenn|falls|si)\s+(.+?)(?:,\s*(?:then\s+)?|\s+then\s+)(.+)$/is;
const TRAILING = /^(.+?),?\s+(?:only )?(?:if|in case|unless|falls|si)\s+([^,]+)$/i;

/** Adds the tasks of a list to those before it. Items with items below them are headings of these. */
export function addItems(
  items: readonly BriefItem[],
  tasks: Task[],
  triggers: Triggers,
  pending: string[],
): void {
  let isApprovalDue = false;
  for (const [index, item] of items.entries()) {
    if (
      item.isDone ||
      (item.text.replace(/\W/g, "") === "" && item.children.length === 0 && item.text === "")
    )
      continue;
    if (item.children.length > 0) {
      addItems(item.children, tasks, triggers, pending);
      continue;
    }
    if (ALL_BESIDE.test(item.text)) {
      for (const task of tasks.slice(1)) if (task.link === "next") task.link = "beside";
      continue;
    }
    const said = withoutAsides(item.text).text;
    // "Wait for my ok, then write it": the order is the item's own.
    const asked = withoutApproval(said);
    const cue =
      asked.asks && isEnglishOrder(asked.text) && !PAUSE.test(asked.text) ? null : approvalCue(said);
    const isAsking = cue?.type === "next" || (cue?.type === "deed" && !cue.isTask);
    const meant = cue?.type === "deed" ? cue.deed : null;
    const own = isAsking ? ownDeed(said, meant, tasks, items[index + 1]) : null;
    if (isAsking && own === null) {
      if (meant === null || isNextLike(meant, items[index + 1]) || POINTS_ON.test(meant))
        isApprovalDue = true;
      else if (!askForDeed(meant, tasks)) pending.push(meant);
      continue;
    }
    const told = own ?? item.text;
    const split = partsOf({ ...item, text: told });
    const aside = split.length > 1 ? undefined : LED_BESIDE.exec(told)?.[1];
    const parts = aside === undefined ? split : partsOf({ ...item, text: aside });
    for (const [place, part] of parts.entries()) {
      const task = taskOf(part.item, tasks, triggers);
      if (task === null) continue;
      if (AFTER_BOTH.test(task.text)) joinBoth(task, tasks);
      const isBeside = (part.isBeside && place > 0) || (aside !== undefined && task.link === "next");
      const link = isBeside && tasks.length > 0 ? ("beside" as const) : task.link;
      const isPart = place < parts.length - 1;
      tasks.push({ ...task, link, isPart, approval: task.approval || isApprovalDue || own !== null });
      isApprovalDue = false;
    }
  }
  freeJoined(tasks);
  const last = tasks.at(-1);
  if (isApprovalDue && last) last.approval = true;
}

// "R: compute the efficiency (uses P and Q)": what an item names side by side does not wait for one another.
function freeJoined(tasks: readonly Task[]): void {
  for (const { link } of tasks) {
    if (!Array.isArray(link)) continue;
    for (const at of link) {
      const task = tasks[at];
      if (
        task?.link === "next" &&
        task.label !== null &&
        link.includes(at - 1) &&
        !POINTS_BACK.test(task.text)
      )
        task.link = "beside";
    }
  }
}

const POINTS_BACK = /\b(?:it|its|them|they|those|these|this|that|each|result|results|above)\b/i;

const PAUSE = /^(?:please )?(?:stop|wait|hold(?: on)?|pause)(?: here| there)?$/i;
const ALL_BESIDE =
  /^(?:all|both|each|these|those|they|the (?:two|three|four|first \w+|steps?|items?|tasks?)|everything)(?: (?:of )?(?:that|them|these|those|this|it|the above|the (?:steps|tasks|items)|two|three|above|so far))* (?:can|may|should|could|might|are to|must) (?:all |both )?(?:be done |run |happen |go |be |start |be run )?(?:in parallel|at the same time|simultaneously|concurrently|together|side by side|in any order|independently)(?: of each other)?[.!]?$/i;
const AT_THE_END =
  /^(?:at the (?:very )?end|in the end|finally|lastly|to finish|after (?:all )?that|afterwards)[,:]?\s+/i;
const BESIDE_LEAD =
  /^(?:in parallel|at the same time|simultaneously|side by side|concurrently)\s*[:,-]\s*(.+)$/is;
// "Meanwhile look at competitors": beside the item before it.
const LED_BESIDE =
  /^(?:(?:and|und|y|et) )?(?:meanwhile|in the meantime|at the same time|in parallel|simultaneously|concurrently|alongside(?: that| this)?|währenddessen|gleichzeitig|parallel dazu|nebenher|mientras tanto|al mismo tiempo|a la vez|pendant ce temps|en même temps|en parallèle)[,:]?\s+(\S.*)$/is;
const PLAIN_TOOL = /`[^`]+`|https?:\/\/|\bcsv\b/i;

/** An item as the items that it stands for: "in parallel: …", or several orders of which each names its tool. */
function partsOf(item: BriefItem): { item: BriefItem; isBeside: boolean }[] {
  const beside = BESIDE_LEAD.exec(item.text)?.[1];
  const texts = clausesOf(beside ?? item.text, isEnglishOrder).map((clause) => clause.text);
  const isSplit =
    texts.length > 1 &&
    texts.every((text) => isEnglishOrder(text)) &&
    (beside !== undefined || texts.every((text) => PLAIN_TOOL.test(text) || PATH.test(text)));
  if (!isSplit) return [{ item, isBeside: false }];
  return texts.map((text, index) => ({
    item: {
      ...item,
      text,
      number: index === texts.length - 1 ? item.number : null,
      code: item.code.filter((piece) =>
        piece.isBlock ? index === texts.length - 1 : text.includes(piece.value),
      ),
    },
    isBeside: beside !== undefined,
  }));
}

const AFTER_BOTH =
  /,? (?:after|once|when) both(?: of (?:them|these|those))?(?: (?:are|have|is|has) (?:been )?\w+)?$/i;

// "… after both": the two tasks before do not wait for each other.
function joinBoth(task: Task, tasks: readonly Task[]): void {
  const before = tasks.at(-1);
  if (tasks.length < 2 || !before) return;
  if (before.link === "next") before.link = "beside";
  task.text = task.text.replace(AFTER_BOTH, "");
}

// "Ask me before you write it to a.md" is the work itself where no other item is it.
function ownDeed(
  said: string,
  meant: string | null,
  tasks: readonly Task[],
  next: BriefItem | undefined,
): string | null {
  if (meant !== null && ASIAN.test(meant) && !POINTS_ON.test(meant) && !isNextLike(meant, next))
    return askForDeed(meant, [...tasks]) ? null : meant;
  const deed = deedToAskFor(said);
  if (deed === null || meant === null || isNextLike(meant, next) || taskLike(meant, tasks) >= 0) return null;
  return orderToAskFor(deed);
}

const ASIAN = /[\u3041-\u30ff\u4e00-\u9fff]/u;

function isNextLike(deed: string, next: BriefItem | undefined): boolean {
  return next !== undefined && taskLike(deed, [makeTask(next.text)]) >= 0;
}

function taskOf(item: BriefItem, tasks: readonly Task[], triggers: Triggers): Task | null {
  const before = triggers.usesRunInput;
  const told = takeTriggers(item.text, triggers);
  if (told.trim() === "" || (!before && triggers.usesRunInput && /^\W*web ?hook\b/i.test(item.text)))
    return null;
  const order = told.replace(AT_THE_END, "");
  const labelled = /^([A-Za-z])\s*[:)]\s+(.+)$/s.exec(isEnglishOrder(order) ? order : told);
  const { text: said, asides } = withoutAsides(labelled?.[2] ?? (isEnglishOrder(order) ? order : told));
  const { text: ordered, asks } = withoutApproval(said);
  const policies: string[] = [];
  const text = withoutPolicies(ordered, policies);
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
  for (const policy of policies) applyFailureSaid(policy, [task]);
  const failure = failureCue(text, tasks);
  if (failure) return { ...task, ...failure };
  return otherwise(task, tasks) ?? conditioned(besideTold(task));
}

/** "Upload it - if that fails retry twice": the order without what follows it about failure, which goes to `policies`. */
export function withoutPolicies(text: string, policies: string[]): string {
  const found =
    /^(.{4,}?)(?:\s+[-–—]+\s+|[,;.]\s+|\s+(?=(?:if|when|in case) (?:it|that|this) ))([^–—]+)$/s.exec(text);
  const tail = found?.[2] ?? "";
  if (!found || tail.includes("`") || !applyFailureSaid(tail, [makeTask("")])) return text;
  policies.push(tail);
  return withoutPolicies(found[1] ?? text, policies);
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

// "Otherwise note it": the contrary of the condition before.
function otherwise(task: Task, tasks: readonly Task[]): Task | null {
  const deed = /^(?:otherwise|else|if not|sonst|andernfalls|si no|de lo contrario|sinon),?\s+(.+)$/is.exec(
    task.text,
  )?.[1];
  const last = tasks.at(-1);
  if (deed === undefined || !last?.condition || !("claim" in last.condition)) return null;
  const condition = { ...last.condition, negated: !last.condition.negated };
  return { ...task, text: deed, link: "beside", condition, conditionOn: last.conditionOn };
}

const MEANWHILE =
  /[,;]?\s+(?:(?:this |it |which |that )?(?:can|may|could|should) (?:be done|happen|run|go on) )?(?:while .+|at the same time(?: as .+)?|in parallel(?: (?:to|with) .+)?|simultaneously|meanwhile|in the meantime)$/i;
const WHEN_NAMED =
  /\s+(?:when|once|as soon as|after) (?:steps? )?\d+(?:(?:,| and| &) (?:step )?\d+)* (?:is|are|has|have)(?: been)? \w+$/i;

// "Pack the boxes, while the van is being booked": beside the task before it.
function besideTold(task: Task): Task {
  if (task.code.length > 0) return task;
  const text = task.text.replace(WHEN_NAMED, "");
  const alone = Array.isArray(task.link) ? text : text.replace(MEANWHILE, "");
  return { ...task, text: alone, link: alone === text ? task.link : "beside" };
}

// "Check if it ran": what the check is about, no condition of it.
const ASKS_WHETHER =
  /^(?:please )?(?:check|see|find out|verify|test|ask(?: \w+)?|look|decide|determine|tell (?:me|us)|note|say|report|confirm|make sure|know)$/i;

/** A task with the condition that its own words name. */
export function conditioned(task: Task): Task {
  const leading = CONDITION.exec(task.text) ?? unmarked(task.text);
  if (leading)
    return { ...task, text: leading[2] ?? task.text, condition: { claim: leading[1] ?? "", negated: false } };
  const trailing = TRAILING.exec(task.text);
  if (!trailing || /`/.test(task.text) || ASKS_WHETHER.test(trailing[1] ?? "")) return task;
  const negated = /\bunless\b/i.test(task.text.slice((trailing[1] ?? "").length));
  return { ...task, text: trailing[1] ?? task.text, condition: { claim: trailing[2] ?? "", negated } };
}
