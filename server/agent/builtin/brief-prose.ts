import { deedToAskFor, withoutApproval } from "./approval-words.ts";
import { BESIDE, bareOf, clausesOf, isEnglishOrder, orderInside } from "./brief-clauses.ts";
import { approvalCue, takeTriggers } from "./brief-cues.ts";
import { afterSuccess, applyFailurePolicy, failureCue } from "./brief-failure.ts";
import { conditioned } from "./brief-items.ts";
import { expanded } from "./brief-lists.ts";
import { endsOfSentences } from "./brief-sentences.ts";
import { namedTasks, taskLike } from "./brief-links.ts";
import { type CodePiece, makeTask, type Task, type Triggers } from "./brief-task.ts";
import { languageOf } from "./language.ts";
import { bareVerb } from "./read-split.ts";

/** What prose says beside its tasks; `isHeard` tells whether the sentence at hand said something about earlier tasks. */
export type ProseState = {
  approvalDue: boolean;
  pendingApprovals: string[];
  background: string[];
  isHeard: boolean;
};

/** Adds the tasks of a paragraph to those before it. */
export function addProse(
  text: string,
  code: CodePiece[],
  tasks: Task[],
  triggers: Triggers,
  state: ProseState,
): void {
  const isForeign = languageOf(text) !== null;
  const isOrder = isForeign ? isForeignOrder : isEnglishOrder;
  for (const sentence of endsOfSentences(text))
    addSentence(sentence, code, tasks, triggers, state, isOrder, isForeign);
}

// In other languages every clause of some length counts: their verbs are not listed.
function isForeignOrder(text: string): boolean {
  return (
    (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= 2 &&
    !/^(?:der|die|das|den|dem|el|la|los|las|le|les|l'|un|une|una|de|du|des|für|para|pour|nach|in|auf|mit|von|zu|an|bei|mir|mich|a|en|con|por|à|avec|dans|sur|bevor|wenn|dass|weil|um|que|qui|si|avant|antes)(?:\s|(?<='))/i.test(
      text,
    )
  );
}

function addSentence(
  sentence: string,
  code: CodePiece[],
  tasks: Task[],
  triggers: Triggers,
  state: ProseState,
  isOrder: (text: string) => boolean,
  isForeign: boolean,
): void {
  if (allIndependent(sentence, tasks)) return;
  const told = takeTriggers(sentence, triggers);
  if (told === "") return;
  const asked = withoutApproval(told);
  const isAsked =
    asked.asks && clausesOf(asked.text, isOrder).some((clause) => isOrder(clause.text) && !approvalCue(clause.text));
  const rest = isAsked ? asked.text : told;
  const numbered =
    /^step (\w+)(?: only| also)*(?: needs? (.+?) and(?= \w+s\b)| depends? on (.+?) and(?= \w+s\b)|:)? (.+)$/i.exec(
      rest,
    );
  if (numbered && /^\w+s\b/.test(numbered[4] ?? "")) {
    addNumbered(numbered, tasks);
    return;
  }
  const wish =
    /^(?:[^:]*\b)?(?:i (?:need|want|would like)|we need|please (?:get|prepare)|here is what i need)\s*:?\s+(?!to\b|you\b)(.+)$/i.exec(
      rest,
    );
  if (wish && !isOrder(bareOf(rest))) {
    for (const part of wishes(wish[1] ?? ""))
      tasks.push(
        makeTask(part, {
          link:
            tasks.length > 0 &&
            part !== wishes(wish[1] ?? "")[0] &&
            !/\b(?:it|them|each|because)\b/i.test(part)
              ? "beside"
              : "next",
        }),
      );
    return;
  }
  const body = rest.replace(/^.{3,100}?:\s+(?=\S)/, (lead) =>
    isOrder(bareOf(lead)) && !isOrder(bareOf(rest.slice(lead.length))) ? lead : "",
  );
  const before = tasks.length;
  const whole = approvalCue(body);
  if (
    whole?.type === "deed" &&
    !whole.isTask &&
    !clausesOf(body, isOrder).some((clause) => isOrder(clause.text) && !approvalCue(clause.text))
  ) {
    askBefore(whole.deed, tasks, state);
    return;
  }
  const lead = rest.endsWith(body) ? rest.slice(0, rest.length - body.length).trim() : "";
  state.isHeard = false;
  for (const clause of clausesOf(body, isOrder))
    addClause(clause.text, clause.isBeside, code, tasks, state, isOrder, isForeign);
  const first = tasks[before];
  // "After my approval, …" leads to the first order of the sentence, "…, but ask me first" to the last.
  const approved = isAsked ? (told.trim().startsWith(asked.text) ? tasks.slice(before).at(-1) : first) : undefined;
  if (approved) approved.approval = true;
  if (lead !== "" && first && /\b(?:it|them|this|that)\b/i.test(first.text))
    first.detail = `${lead} ${first.detail}`;
  if (tasks.length === before && !state.isHeard) state.background.push(sentence);
}

function wishes(text: string): string[] {
  return text
    .split(/,\s*(?:and\s+)?|\s+and\s+(?=(?:an?|the)\s)/i)
    .map((part) => part.trim())
    .filter(Boolean);
}

function addNumbered(found: RegExpExecArray, tasks: Task[]): void {
  const needs = found[2] ?? found[3];
  const named = needs ? namedTasks(`needs ${needs}`, tasks) : [];
  const number =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].indexOf(
      found[1]?.toLowerCase() ?? "",
    ) + 1 || Number(found[1]);
  const text = (found[4] ?? "").replace(/^(\w+?)(?:es|s)\b/, (verb) =>
    /[^aeiou]ies$/.test(verb)
      ? verb.replace(/ies$/, "y")
      : /(?:ch|sh|ss|x)es$/.test(verb)
        ? verb.slice(0, -2)
        : verb.slice(0, -1),
  );
  tasks.push(makeTask(text, { label: String(number), link: named.length > 0 ? named : "next" }));
}

function addClause(
  clause: string,
  isBeside: boolean,
  code: CodePiece[],
  tasks: Task[],
  state: ProseState,
  isOrder: (text: string) => boolean,
  isForeign: boolean,
): void {
  const cue = approvalCue(clause);
  const isPolicy = applyFailurePolicy(clause, tasks);
  if (isPolicy || cue) state.isHeard = true;
  if (isPolicy) return;
  if (cue?.type === "next") state.approvalDue = true;
  if (cue?.type === "deed" && !cue.isTask) askBefore(cue.deed, tasks, state);
  if (cue && !(cue.type === "deed" && cue.isTask)) return;
  const words = cue?.type === "deed" ? cue.deed : afterSuccess(clause);
  const other = /^(?:otherwise|else|if not),?\s+(.+)$/i.exec(words)?.[1];
  const last = tasks.at(-1);
  if (other !== undefined && last?.condition && "claim" in last.condition) {
    const condition = { ...last.condition, negated: !last.condition.negated };
    tasks.push(makeTask(bareOf(other), { link: "beside", condition, conditionOn: last.conditionOn }));
    return;
  }
  const failure = failureCue(words, tasks);
  if (failure) {
    tasks.push(makeTask("", failure));
    return;
  }
  const order = withoutWaiting(words, isOrder);
  const passive = afterPassive(order);
  const told = conditioned(makeTask(passive?.main ?? order));
  const isTold = isForeign || cue?.type === "deed" || told.condition !== null || isOrder(bareOf(told.text));
  if (!isTold) return;
  if (passive && orderFirst(passive, tasks)) return;
  const parts = expanded(told.text, isBeside);
  for (const [index, text] of parts.entries()) {
    const link =
      index > 0
        ? "beside"
        : isBeside && parts.length === 1 && tasks.length > 0 && !startsGroup(clause)
          ? "beside"
          : "next";
    const own = code.filter((piece) => text.includes(piece.value));
    tasks.push({
      ...told,
      text,
      detail: text,
      code: own,
      link,
      approval: cue?.type === "deed" || state.approvalDue,
    });
  }
  state.approvalDue = false;
}

function startsGroup(clause: string): boolean {
  return !BESIDE.test(clause);
}

function askBefore(deed: string, tasks: Task[], state: ProseState): void {
  const at = taskLike(deed, tasks);
  const own =
    /\b(?:it|them|this|that|the)\b/i.test(deed) && !/\b(?:anything|something|etwas|algo)\b/i.test(deed);
  const task = tasks[at];
  if (task) task.approval = true;
  else if (own && /^\w+ing\b/i.test(deed)) tasks.push(makeTask(deed, { approval: true }));
  else if (tasks.length > 0 && !/\b(?:anything|something|etwas|algo|quoi que)\b/i.test(deed))
    tasks[tasks.length - 1] = { ...makeTask(""), ...tasks.at(-1), approval: true };
  else state.pendingApprovals.push(deed);
}

// "Once it is drafted send it": what comes before the order only says that it waits.
function withoutWaiting(text: string, isOrder: (text: string) => boolean): string {
  const found =
    /^(?:once|when|after|as soon as|sobald|wenn|cuando|después de|quand|après)\s+(?:.+?)(?:,\s*|\s+(?=(?:is|are|have|has)\b))?(.*)$/i.exec(
      text,
    );
  if (!found) return text.replace(/\s+(?:when|once|as soon as) (?:all|both|everything|they)\b.*$/i, "");
  const comma = /^[^,]+,\s*(.+)$/.exec(text)?.[1];
  if (comma) return bareOf(comma);
  return orderInside(text, isOrder) ?? text;
}

function afterPassive(text: string): { main: string; before: string } | null {
  const found =
    /^(.+?),? (?:only )?(?:after|once|when|as soon as) (the \w+(?: \w+)?|it|they|that|this) (?:has|have|is|are) (?:been )?(\w+ed|\w+en)$/i.exec(
      text,
    );
  if (!found) return null;
  const object = /^(?:it|they|that|this)$/i.test(found[2] ?? "")
    ? objectOf(found[1] ?? "")
    : (found[2] ?? "");
  const verb = bareVerb((found[3] ?? "").replace(/(?<=[^e])ed$/, ""));
  return { main: found[1] ?? text, before: `${verb} ${object}`.trim() };
}

function objectOf(order: string): string {
  return order.replace(/^\S+\s+/, "");
}

// Puts what was named as done before in front; true when the task itself is there already.
function orderFirst({ main, before }: { main: string; before: string }, tasks: Task[]): boolean {
  const own = tasks.findIndex((task) => task.text.toLowerCase() === main.toLowerCase());
  const same = tasks.some((task) => task.text.toLowerCase() === before.toLowerCase());
  if (!same) {
    const at = own < 0 ? tasks.length : own;
    for (const task of tasks)
      if (Array.isArray(task.link)) task.link = task.link.map((place) => (place >= at ? place + 1 : place));
    tasks.splice(at, 0, makeTask(before));
  }
  return own >= 0;
}

// "The six reads are independent of each other", "get them independently".
function allIndependent(sentence: string, tasks: Task[]): boolean {
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
