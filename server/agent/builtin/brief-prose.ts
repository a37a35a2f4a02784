import { askBefore, isSameDeed } from "./brief-asking.ts";
import {
  activeOf,
  AFTER_BOTH,
  afterPassive,
  beforeFirst,
  deedBefore,
  isSameOrder,
  orderFirst,
  splitLast,
  withoutWaiting,
} from "./brief-waiting.ts";
import { taskLike } from "./brief-links.ts";
import { deedsOf } from "./brief-sentences.ts";
import { addNumbered, ordersOfAgent, wishes } from "./brief-wishes.ts";
import { withoutApproval } from "./approval-words.ts";
import { TOGETHER_HINT } from "./brief-hints.ts";
import { BESIDE, bareOf, clausesOf, isEnglishOrder, orderInside } from "./brief-clauses.ts";
import { approvalCue, isApprovalAside, takeTriggers, withRoundBrackets } from "./brief-cues.ts";
import { afterSuccess, applyFailurePolicy, applyFailureSaid, failureCue } from "./brief-failure.ts";
import { conditioned, withoutPolicies } from "./brief-items.ts";
import { expanded } from "./brief-lists.ts";
import { endsOfSentences } from "./brief-sentences.ts";
import { type CodePiece, makeTask, type Task, type Triggers } from "./brief-task.ts";
import { timesIn } from "./numerals.ts";
import { allIndependent, putTogether } from "./brief-together.ts";
import { languageOf } from "./language.ts";

/** What prose says beside its tasks; `isHeard` tells whether the sentence at hand said something about earlier tasks. */
export type ProseState = {
  approvalDue: boolean;
  pendingApprovals: string[];
  background: string[];
  isHeard: boolean;
  /** A task that only "ask me before …" has named so far. */
  provisional: Task | null;
  /** Tasks that only another one's "once it is checked" has named. */
  implied: Set<Task>;
  /** The task whose failure the sentence at hand speaks of. */
  failedOn: number | null;
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
  for (const sentence of endsOfSentences(withRoundBrackets(text)).flatMap(deedsOf))
    addSentence(sentence, code, tasks, triggers, state, isOrder, isForeign);
}

const NOTHING_TO_DO =
  /^(?:(?:otherwise|else|if not),? (?:do )?(?:nothing|stop|ignore (?:it|this)|that is (?:it|all)|skip it|you are done)(?: (?:at all|more))?|that(?:'s| is) (?:it|all)|enjoy(?: it)?|done|thanks?(?: you)?(?: in advance)?|good luck|(?:i )?hope (?:this|that|it) helps)$/i;

// In other languages every clause of some length counts: their verbs are not listed.
function isForeignOrder(text: string): boolean {
  // German puts the verb last: "prüfen", "an die Buchhaltung schicken".
  if (
    /(?:^|\s)\p{Ll}{3,}(?:en|ern|eln)$/u.test(text.trim()) &&
    !/^(?:dass|weil|wenn|bevor|um|damit)\s/i.test(text.trim()) &&
    languageOf(text) !== "es"
  )
    return true;
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
  if (allIndependent(sentence, tasks) || NOTHING_TO_DO.test(sentence)) return;
  const isEach = tasks.length === 0 && /^(?:each|every) (?:new|incoming|arriving) /i.test(sentence);
  if (isEach) triggers.usesRunInput = true;
  const told = takeTriggers(sentence, triggers, tasks.length === 0);
  if (told === "") return;
  const bracketed = /\s*\(([^()`]*)\)/.exec(told);
  const aside = bracketed?.[1] ?? "";
  const isPolicy = bracketed !== null && applyFailureSaid(aside, [makeTask("")]);
  if (bracketed && (isPolicy || TOGETHER_HINT.test(aside) || isApprovalAside(aside))) {
    const from = tasks.length;
    addSentence(told.replace(bracketed[0], ""), code, tasks, triggers, state, isOrder, isForeign);
    if (isPolicy) applyFailureSaid(aside, tasks);
    else if (TOGETHER_HINT.test(aside)) {
      const spoken = told.slice(0, bracketed.index).toLowerCase();
      for (const task of tasks.slice(from + 1))
        if (spoken.includes(task.text.toLowerCase())) task.link = "beside";
    } else for (const task of tasks.slice(-1)) task.approval = true;
    return;
  }
  const asked = withoutApproval(ordersOfAgent(told));
  const isAsked =
    asked.asks &&
    clausesOf(asked.text, isOrder).some((clause) => isOrder(clause.text) && !approvalCue(clause.text));
  const rest = isAsked ? asked.text : ordersOfAgent(told);
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
  const led = rest.replace(/^[^:]{3,100}:\s+/, "");
  if (
    wish &&
    !isOrder(bareOf(rest)) &&
    (led === rest || !isOrder(bareOf(led))) &&
    approvalCue(rest) === null
  ) {
    const [wished, ...orders] = clausesOf(wish[1] ?? "", isOrder);
    const parts = wishes(wished?.text ?? "");
    for (const part of parts)
      tasks.push(
        makeTask(part, {
          link:
            tasks.length > 0 && part !== parts[0] && !/\b(?:it|them|each|because)\b/i.test(part)
              ? "beside"
              : "next",
        }),
      );
    for (const clause of orders) addClause(clause.text, clause, code, tasks, state, isOrder, isForeign);
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
    (whole.isWhole ||
      !clausesOf(body, isOrder).some((clause) => isOrder(clause.text) && !approvalCue(clause.text)))
  ) {
    askBefore(whole.deed, code, tasks, state);
    return;
  }
  const lead = rest.endsWith(body) ? rest.slice(0, rest.length - body.length).trim() : "";
  state.isHeard = false;
  state.failedOn = null;
  for (const clause of clausesOf(body, isOrder))
    addClause(clause.text, clause, code, tasks, state, isOrder, isForeign);
  putTogether(body, tasks, before);
  const first = tasks[before];
  // "After my approval, …" leads to the first order of the sentence, "…, but ask me first" to the last.
  const approved = isAsked
    ? told.trim().startsWith(asked.text)
      ? tasks.slice(before).at(-1)
      : first
    : undefined;
  if (approved) approved.approval = true;
  if (lead !== "" && first && /\b(?:it|them|this|that)\b/i.test(first.text))
    first.detail = `${lead} ${first.detail}`;
  if (tasks.length === before && !state.isHeard) state.background.push(sentence);
}

function addClause(
  clause: string,
  { isBeside, isLedBeside }: { isBeside: boolean; isLedBeside: boolean },
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
  if (cue?.type === "deed" && !cue.isTask) askBefore(cue.deed, code, tasks, state);
  if (cue && !(cue.type === "deed" && cue.isTask)) return;
  const asked = withoutApproval(cue?.type === "deed" ? cue.deed : afterSuccess(clause));
  const words =
    cue?.type === "deed" && !isOrder(bareOf(asked.text))
      ? (orderInside(asked.text, isOrder) ?? asked.text)
      : asked.text;
  const other = /^(?:otherwise|else|if not),?\s+(.+)$/i.exec(words)?.[1];
  const last = tasks.at(-1);
  if (other !== undefined && last?.condition && "claim" in last.condition) {
    const condition = { ...last.condition, negated: !last.condition.negated };
    tasks.push(
      makeTask(bareOf(other), { detail: words, link: "beside", condition, conditionOn: last.conditionOn }),
    );
    return;
  }
  if (other !== undefined && last && last.reactsTo !== null) {
    // What a failure does not lead to follows the task itself.
    tasks.push(makeTask(bareOf(other), { detail: words, link: [last.reactsTo] }));
    return;
  }
  const failure = failureCue(words, tasks);
  if (failure) {
    state.failedOn = failure.conditionOn ?? null;
    const retried = tasks[failure.conditionOn ?? -1];
    const again = AGAIN.exec(failure.text ?? "");
    if (retried && again) {
      retried.retries = Math.min(timesIn(again[1] ?? "") ?? 1, 9);
      state.isHeard = true;
    } else if (applyFailureSaid(words, tasks)) state.isHeard = true;
    else tasks.push(makeTask("", failure));
    return;
  }
  if (applyFailureSaid(words, tasks)) {
    state.isHeard = true;
    return;
  }
  if (AFTER_BOTH.test(words)) splitLast(tasks);
  const led = deedBefore(words);
  if (led !== null && taskLike(led, tasks) < 0 && isOrder(led)) tasks.push(makeTask(led));
  const turned = isForeign ? null : beforeFirst(words, isOrder);
  const passive = isForeign ? null : (turned ?? afterPassive(activeOf(words, tasks)));
  const order = withoutWaiting(passive?.main ?? (isForeign ? words : activeOf(words, tasks)), isOrder);
  const policies: string[] = [];
  const told = conditioned(makeTask(withoutPolicies(order, policies)));
  const isTold = isForeign || cue?.type === "deed" || told.condition !== null || isOrder(bareOf(told.text));
  if (!isTold) return;
  const known = new Set(tasks);
  if (passive && orderFirst(passive, tasks)) {
    for (const task of tasks) if (!known.has(task)) state.implied.add(task);
    return;
  }
  for (const task of tasks) if (!known.has(task)) state.implied.add(task);
  // What was only implied is told now: it is there already.
  if ([...state.implied].some((task) => tasks.includes(task) && isSameOrder(task.text, told.text))) {
    state.isHeard = true;
    return;
  }
  const parts = expanded(told.text, isBeside);
  const { provisional } = state;
  if (provisional && isSameDeed(told.text, provisional)) {
    tasks.splice(tasks.indexOf(provisional), 1);
    state.provisional = null;
    state.approvalDue = true;
  }
  const { failedOn } = state;
  if (failedOn !== null && isOrder(bareOf(told.text)) && told.condition === null) {
    const last = tasks.at(-1);
    // What is told in the same breath as a failure belongs to it: behind its first reaction, or as the first.
    const isFirst = last?.conditionOn !== failedOn;
    const condition = isFirst ? ({ on: "failed" } as const) : null;
    const link = isFirst ? [failedOn] : [tasks.length - 1];
    tasks.push({
      ...told,
      detail: told.text,
      link,
      condition,
      conditionOn: isFirst ? failedOn : null,
      reactsTo: failedOn,
    });
    return;
  }
  for (const [index, text] of parts.entries()) {
    const link =
      index > 0
        ? "beside"
        : isBeside && parts.length === 1 && tasks.length > 0 && (isLedBeside || !startsGroup(clause))
          ? "beside"
          : "next";
    const own = code.filter((piece) => text.includes(piece.value));
    tasks.push({
      ...told,
      text,
      detail: told.condition === null || parts.length > 1 ? text : order,
      code: own,
      link,
      approval: cue?.type === "deed" || asked.asks || state.approvalDue,
    });
  }
  for (const policy of policies) applyFailureSaid(policy, tasks);
  state.approvalDue = false;
}

const AGAIN = /^(?:try (?:it |that )?again|retry(?: it| that)?|repeat it)\b\s*(.*)$/i;

function startsGroup(clause: string): boolean {
  return !BESIDE.test(clause);
}
