import type { ListedPlan } from "./listed-plan.ts";
import { answerHistory } from "./answer-history.ts";
import { answerQuestion } from "./answer-question.ts";
import { proposeFrom } from "./brief.ts";
import { readBackAndOn } from "./back-and-on.ts";
import { decidedAgain } from "./continued-order.ts";
import { readCorrection, withoutTakenBack } from "./correction.ts";
import { readHistory } from "./history.ts";
import { mapStrings } from "#server/core/references.ts";
import { completed, newBriefIn } from "./answer-to-question.ts";
import { wordingOf } from "./dictated.ts";
import { readByMeaning, unknownWords } from "./frame-reader.ts";
import { halfUnderstood } from "./half-understood.ts";
import { withNumbersForTitles } from "./named-steps.ts";
import { inWordsSaid, NO_SUCH_STEP, notUnderstood, tooLong } from "./not-understood.ts";
import { bareClause } from "./plain-words.ts";
import { isQuestion, isSmallTalk } from "./question.ts";
import { holdsOwnWords, setsCondition } from "./own-words.ts";
import { readMessage, repeated, tooMuchIn } from "./read-message.ts";
import { type ReadPrompt, withoutLastSaid } from "./read-prompt.ts";
import type { World } from "./reference.ts";
import { removedSteps } from "./removed-steps.ts";
import { renumbered } from "./renumbered-step.ts";
import { isOfNothing, nothingToTakeBack, unseenChange } from "./nothing-done.ts";
import { oddCountIn } from "./odd-count.ts";
import { notReadable, formAsked } from "./pasted-text.ts";
import { contradictionIn } from "./numbered-titles.ts";
import { numberedOrder, plainOrder } from "./plain-order.ts";
import { withMentionsNumbered } from "./masked-mentions.ts";
import { readClause } from "./read-clause.ts";
import { settle } from "./settle.ts";
import { smallTalk } from "./small-talk.ts";
import { answerTools } from "./tools/answer-tools.ts";
import { readToolOrders } from "./tools/read-tool-orders.ts";
import { isSurelyMended, mendSpelling } from "./spelling.ts";
import { spokenOf } from "./spoken-of.ts";
import { asksAboutTriggers, triggerTalk } from "./trigger-talk.ts";
import type { ToolCall } from "./understanding.ts";
import { wordsIn } from "./words.ts";
import { workAtAnEnd } from "./work-at-an-end.ts";

/** What the planner does about a message: calls in this order, or an answer in words. */
export type Decision = {
  calls: ToolCall[];
  reply: string;
  /** What the calls do, in sentences that name steps by the numbers that the person sees. */
  said?: string[];
  /** What the person should know once it is done. */
  remark?: string;
};

// Longer messages hold more than the plain orders that this planner reads.
const MAX_MESSAGE = 2_000;

export function decide(prompt: ReadPrompt): Decision {
  const { context, message } = prompt;
  const { plan } = context;
  const diagram = notReadable(message);
  if (diagram !== null) return { calls: [], reply: diagram };
  const about = answerTools(message, context, prompt.asked);
  if (about !== null) return { calls: [], reply: about };
  if (plan === null || plan.steps.length === 0) return proposeFrom(message, context);
  const tooled = onToolOrders(prompt, plan);
  if (tooled !== null) return tooled;
  const talked = asksAboutTriggers(prompt.asked) ? null : triggerTalk(message, prompt);
  if (talked !== null) return talked;
  const answered = completed(message, prompt.asked, prompt.earlier);
  if (answered?.type === "brief") return proposeFrom(message, context, true);
  if (answered?.type === "reply") return { calls: [], reply: answered.text };
  if (answered?.type === "order" && !standsAlone(message, prompt, plan)) {
    const before = withoutLastSaid(prompt);
    const decided = triggerTalk(answered.text, before) ?? onOrder(answered.text, before, plan);
    if (decided !== null) return decided;
  }
  const late = triggerTalk(message, prompt);
  if (late !== null) return late;
  const brief = newBriefIn(message);
  if (brief !== null) return proposeFrom(brief, context, true);
  if (message.length > MAX_MESSAGE) return { calls: [], reply: tooLong(message.length) };
  const much = tooMuchIn(plainOrder(message, plan));
  if (much !== null) return { calls: [], reply: much };
  const decideOn = (order: string) => onOrder(order, prompt, plan);
  const decided = decidedAgain(message, prompt.sincePlan, plan, decideOn) ?? decideOn(message);
  const isLost = decided === null || (decided.calls.length === 0 && decided.reply.startsWith(NO_SUCH_STEP));
  const form = formAsked(message, plan);
  if (form !== null && decided !== null && decided.calls.length > 0) return { calls: [], reply: form };
  if (!isLost) return decided;
  const added = workAtAnEnd(numberedOrder(message, plan), worldOf(prompt, plan), decideOn);
  if (added !== null) return added;
  const half = halfUnderstood(numberedOrder(message, plan), worldOf(prompt, plan));
  if (half !== null) return { calls: [], reply: form ?? half };
  if (decided !== null) return { ...decided, reply: inWordsSaid(decided.reply, message) };
  if (/^(?:no+|nope|nah)[.!\s]*$/i.test(message)) return { calls: [], reply: "The plan stays as it is." };
  return {
    calls: [],
    reply: notUnderstood(plan, unknownWords(plainOrder(message, plan), worldOf(prompt, plan))),
  };
}

const SETTLED =
  /^(?:That is not possible|The plan already is so|There is no step|.* cannot (?:wait for|move behind|move in front of) itself)/;

// An order that makes sense by itself is no answer to what the planner asked before.
function standsAlone(message: string, prompt: ReadPrompt, plan: ListedPlan): boolean {
  const decided = message.split(/\s+/).length > 2 ? onOrder(message, prompt, plan) : null;
  return decided !== null && (decided.calls.length > 0 || SETTLED.test(decided.reply));
}

// What tools are given is said with addresses, queries and templates in it, which stay as they are written.
function onToolOrders(prompt: ReadPrompt, plan: ListedPlan): Decision | null {
  const { message, context, asked: question, earlier } = prompt;
  const world = worldOf(prompt, plan);
  const others = (clause: string) => readClause(bareClause(numberedOrder(clause, plan)), world);
  const order = earlier.at(-1) ?? "";
  const read = readToolOrders(message, world, context, { question, order }, others);
  return read === null ? null : settle(read, plan, plan);
}

// What an order comes to; null when it makes no sense.
function onOrder(message: string, prompt: ReadPrompt, plan: ListedPlan): Decision | null {
  const text = plainOrder(message, plan);
  const moved = renumbered(text, prompt.context, plan);
  if (moved !== null) return { calls: [], reply: moved };
  const unclear = contradictionIn(text, plan) ?? oddCountIn(text);
  if (unclear !== null) return { calls: [], reply: unclear };
  // What every word accounts for is surer than what a phrase of it says.
  const meant = readByMeaning(text, worldOf(prompt, plan));
  if (meant !== null && "question" in meant) return { calls: [], reply: meant.question };
  const framed = meant === null ? null : carriedOut(meant.orders, worldOf(prompt, plan));
  if (framed !== null && framed.calls.length > 0) return worded(framed, message);
  const plain = understood(text, prompt, plan);
  const mended = mendSpelling(
    text,
    plan.steps.flatMap((step) => wordsIn(step.title)),
  );
  // With a slip in it the message may still make a sense, but another one than was meant.
  const guessed = mended === text ? null : understood(mended, prompt, plan);
  const isSure = mended !== text && isSurelyMended(text, mended);
  if (isSure && guessed !== null && guessed.calls.length > 0) return worded(guessed, message);
  if (plain !== null && plain.calls.length > 0) return worded(plain, message);
  if (guessed !== null && guessed.calls.length > 0) return worded(guessed, message);
  const isLost = plain === null || plain.reply.startsWith(NO_SUCH_STEP) || plain.reply.startsWith("Which ");
  const answered = mended === text || !isLost || isQuestion(text) ? null : asked(mended, prompt, plan);
  if (answered !== null) return answered;
  if (framed !== null && plain === null) return framed;
  if (guessed !== null && plain === null) return worded(guessed, message);
  return plain ?? asked(text, prompt, plan);
}

// The person's own words stand in the plan as they were typed.
function worded(decision: Decision, message: string): Decision {
  const wording = wordingOf(message);
  const calls = decision.calls.map((call) => {
    const edits = call.input["edits"];
    if (call.name !== "edit_plan" || !Array.isArray(edits)) return call;
    return { ...call, input: { ...call.input, edits: edits.map((edit) => mapStrings(edit, wording)) } };
  });
  return { ...decision, calls, ...(decision.said ? { said: decision.said.map(wording) } : {}) };
}

// Words that only lead to what is said.
const OPENER = /^(?:(?:ok(?:ay)?|one more thing|alright|well|right)[\s,.:!–-]+)+/i;

const WORLDS = new WeakMap<ReadPrompt, World>();

function worldOf(prompt: ReadPrompt, plan: ListedPlan): World {
  const known = WORLDS.get(prompt);
  if (known) return known;
  const made = makeWorld(prompt, plan);
  WORLDS.set(prompt, made);
  return made;
}

// Words that stand for something said before.
const POINTS =
  /\b(?:it|its|itself|that|this|them|they|their|those|these|one|ones|both|two|three|four|other|same|again|just|new|added|too|also|and|approval|ok|first|dependency|link|connection)\b/i;

function makeWorld(
  { context, sincePlan: earlier, past, message, asked: said }: ReadPrompt,
  plan: ListedPlan,
): World {
  const spoken = POINTS.test(message)
    ? spokenOf(earlier, said, context, plan, /\bother\b/i.test(message))
    : { focus: [] };
  const world: World = {
    plan,
    ...spoken,
    removed: removedSteps(context, past),
    repeat: (target) => repeated(numberedOrder(lastOrder(earlier), plan), target, world),
    tools: new Set(context.tools),
    agents: context.agents,
  };
  return world;
}

const THE_SAME =
  /^(?:(?:and|also|ok|now|then|please|for|do|the)[\s,]+)*(?:same|likewise|ditto)\b|\b(?:too|as well|likewise)[.!]*$/i;

// What "the same for step 5" repeats, also when it is said again for step 6.
function lastOrder(earlier: readonly string[]): string {
  return earlier.findLast((text) => !THE_SAME.test(text)) ?? "";
}

function understood(text: string, prompt: ReadPrompt, plan: ListedPlan): Decision | null {
  const { context, earlier } = prompt;
  if (
    isSmallTalk(text) ||
    (isQuestion(text) && !/\bhow (?:it|things|the plan) (?:was|were|looked)\b/i.test(text))
  )
    return null;
  const world = worldOf(prompt, plan);
  const both = readBackAndOn(withNumbersForTitles(text, plan), context, world);
  if (both !== null) {
    const isBack = both.some((reading) => reading.type === "edits");
    if (isBack && context.seenRevision !== null) return { calls: [], reply: unseenChange(context, plan) };
    return settle(both, plan, isBack ? (context.beforeLastChange ?? plan) : plan);
  }
  const history = readHistory(
    bareClause(
      bareClause(text).replace(
        /^(?:(?:no+|nah|nope|oh no|oops|actually|sorry|wait|hm+|i(?: have)? changed my mind(?: about (?:that|it|this|(?:the |my )?last (?:change|edit|one)))?|on second thoughts?|my mistake|that was wrong|bad idea|i regret that)\b[\s,.!-]*)+/i,
        "",
      ),
    ).replace(/[?\s]+$/, ""),
    context,
  );
  if (history?.type === "call" && context.seenRevision !== null)
    return { calls: [], reply: unseenChange(context, plan) };
  if (history && isOfNothing(text, prompt)) return { calls: [], reply: nothingToTakeBack(context) };
  if (history) return settle([history], plan, plan);
  const correction = readCorrection(text.replace(OPENER, ""), earlier, context);
  if (correction) return settle(correction, plan, context.beforeLastChange ?? plan);
  const told = withoutTakenBack(withNumbersForTitles(text, plan), plan);
  const numbered = withMentionsNumbered(told, plan);
  const read = numbered === told ? null : carriedOut(numbered, world);
  const exact = read !== null && holdsOwnWords(read.calls, numbered, told) ? read : null;
  const isSettled = exact !== null && (exact.calls.length > 0 || SETTLED.test(exact.reply));
  if (isSettled && !setsCondition(exact.calls)) return exact;
  const plain = carriedOut(told, world);
  return isSettled && !setsCondition(plain?.calls) ? exact : (plain ?? exact);
}

function carriedOut(text: string, world: World): Decision | null {
  const read = readMessage(text, world);
  return read === null ? null : settle(read, world.plan, world.plan);
}

function asked(text: string, prompt: ReadPrompt, plan: ListedPlan): Decision | null {
  const { context } = prompt;
  if (isSmallTalk(text)) return { calls: [], reply: smallTalk(text, plan) };
  if (!isQuestion(text)) return null;
  if (/\bwhy did\b.*\bfail|\bwhat (?:went wrong|happened)\b.*\b(?:run|time|last)|\blast run\b/i.test(text)) {
    return { calls: [{ name: "read_run", input: { runId: null } }], reply: "" };
  }
  const world = worldOf(prompt, plan);
  const numbered = withNumbersForTitles(text, plan, true);
  return { calls: [], reply: answerHistory(numbered, context) ?? answerQuestion(numbered, world, context) };
}
