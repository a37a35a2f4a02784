import type { Decision } from "./decide.ts";
import { changedBy, editsIn, saying } from "./guard-edits.ts";
import { type ListedPlan, type ListedStep, namesOf } from "./listed-plan.ts";
import { withMentionsNumbered } from "./masked-mentions.ts";
import { cardinal, ordinal } from "./numerals.ts";
import { numberedOrder } from "./plain-order.ts";
import { withQuotesHidden } from "./plain-words.ts";
import { REMOVAL_VERB } from "./read-remove.ts";
import { isSlip, isStopWord, likeness, wordsIn } from "./words.ts";

const CLAUSE_END = /(?:[.;!?\n…]+\s*|,\s*|\s+[-–—]+\s+|\s+(?:and|but|then|so)\s+)/;
// Why it goes, and what stays, is said of no part of it.
const ASIDE =
  /\s+(?:because|since|cos|as (?!long\b|soon\b)|apart from|aside from|except|excluding|excepting|other than|save for|besides|with the exception of|rather than|instead of).*$/i;
const VERB = new RegExp(`^(?:.*?\\b)?${REMOVAL_VERB}(?![\\w-])`, "i");
/** Behind a step: when or how far it goes. */
const LIMIT =
  /^\s*(?:(?:only|just|always|never)\s+)?(?:on|at|in|of|during|over|to|from|for|by|with|within|until|till|while|if|when|whenever|unless|once|as (?:long|soon)|each|every|tomorrow|tonight|tonite|later|next|sometimes|temporarily|occasionally|daily|weekly|monthly|yearly|provided|without|after|before|down)\b|^\s*only\s+\S/i;
/** In front of a step: what is in it. */
const OF_WHAT =
  /^(.*?\S)\s+(?:(?:out )?of|from|in|inside|within|off|into|to|on|at|with|for|before|after)\s+(?:the\s+)?$/i;
const GROUP =
  /^\s*(?:everything|anything|whatever|what|those|both|one|(?:(?:all|every|each|any)(?: of)?(?: the| these| those| them)* )?(?:steps?|ones?|that|which)|(?:the|all|each|every|any)(?: of)?(?: the)?(?: (?:steps?|ones?|others?|rest|that|which))?(?=\s*$| (?:that|which)\b))\b/i;
// The step behind these is named to tell another one.
const BESIDE =
  /\b(?:follow(?:s|ed by|ing)?|after|before|behind|preced\w+|between|beside|next to|(?:waits?|waiting) (?:for|on)|depend\w* (?:up)?on|leads? (?:up )?to|feeds?(?: into)?)\s+(?:(?:the|both|all|of)\s+)*$/i;
// Words that say nothing of when a step goes, nor of what is in it.
const NEUTRAL = new Set(
  `without before after behind following during until till while if when whenever unless within over
  provided only just because plan plans list workflow programme schedule run runs end start beginning
  top bottom middle good ever moment thanks thx altogether completely entirely fully time week month
  year today once anyway all both last first final next rest other others everything anything nothing
  any each every none no not never if out away off back reconnecting reconnect relinking linking
  bridging connecting rewiring added made created changed renamed inserted neighbours neighbors
  unconnected me us mine ok okay place position number instead too either else more longer gone go goes
  want wanted need needed like let make sure right line item items`.split(/\s+/),
);
const LIKE = 0.6;

/** Asks, where a removal says more than that a step goes: "skip the chart on weekends", "remove the title from the chart". */
export function withRemovalsMeant(decision: Decision, message: string, plan: ListedPlan): Decision {
  const edits = editsIn(decision);
  // What a new step takes the place of goes as it was asked.
  const placed = edits.map(({ op, after }) => (op === "add_step" ? after : null));
  const removals = edits.filter((edit) => edit.op === "remove_step" && !placed.includes(edit["step"]));
  const gone = [...new Set(removals.flatMap((edit) => changedBy(edit, plan)))];
  if (gone.length === 0 || gone.length === plan.steps.length) return decision;
  const more = moreThanRemoved(message, gone, plan);
  if (more === null) return decision;
  return saying(questionAbout({ ...more, words: asSaid(more.words, message, plan) }, gone));
}

// In the person's own words, where these stand for a step.
function asSaid(words: string, message: string, { steps }: ListedPlan): string {
  const [lead = ""] = words.split(/\s*\bsteps? #?\d/i);
  const at = lead === words || lead.length < 3 ? -1 : message.lastIndexOf(lead);
  if (at >= 0) return message.slice(at).split(CLAUSE_END)[0] ?? words;
  return words.replace(/\bstep #?(\d+)/gi, (all, number: string) => steps[Number(number) - 1]?.title ?? all);
}

type More = { words: string; isLimit: boolean; isBeside?: boolean };

function questionAbout({ words, isLimit, isBeside = false }: More, gone: readonly ListedStep[]): string {
  const names = namesOf(gone);
  const numbers = gone.map((step) => step.number);
  const order = `remove ${numbers.length === 1 ? "step" : "steps"} ${numbers.join(" and ")}`;
  if (isBeside)
    return `Do you mean ${names}, or what "${words}" names beside it? Say the numbers of the steps, for example "${order}". Nothing was changed.`;
  return isLimit
    ? `A step is in the plan or it is not: "${words}" cannot be said of a removal. Shall ${names} be removed altogether? Then say "${order}". Nothing was changed.`
    : `"${words}" is said of what ${names} ${gone.length === 1 ? "does" : "do"}, and only a whole step can be removed. Shall it go? Then say "${order}". To change what a step does, set its instructions. Nothing was changed.`;
}

function moreThanRemoved(message: string, gone: readonly ListedStep[], plan: ListedPlan): More | null {
  let found: More | null = null;
  withQuotesHidden(numberedOrder(message, plan), (bare) => {
    for (const clause of withMentionsNumbered(bare, plan).split(CLAUSE_END))
      found ??= moreIn(clause.replace(ASIDE, ""), gone);
    return bare;
  });
  return found;
}

// In the clause that names a step which goes, or has a verb for that: the words that are not of its title.
function moreIn(clause: string, gone: readonly ListedStep[]): More | null {
  const object = clause.replace(VERB, "");
  const named = [...object.matchAll(/\b(?:the )?steps? #?(\d+)(?:(?:,| and|-)+ ?(?:steps? )?#?\d+)*/gi)];
  const own = named.find(({ 1: number }) => gone.some((step) => step.number === Number(number)));
  const titles = gone.flatMap((step) => wordsIn(step.title));
  const said = (words: string) => saidBeside(words, titles);
  if (own) {
    const [before, after] = [object.slice(0, own.index), object.slice(own.index + own[0].length)];
    if (LIMIT.test(after) && said(after)) return { words: after.trim(), isLimit: true };
    if (BESIDE.test(before)) return { words: `${before}${own[0]}`.trim(), isLimit: false, isBeside: true };
    const what = OF_WHAT.exec(`${before.trimEnd()} `)?.[1] ?? "";
    const isOther = /\bstep #?\d+/i.test(what);
    return what !== "" && !GROUP.test(what) && (isOther || said(what)) && object !== clause
      ? { words: what.trim(), isLimit: false }
      : null;
  }
  if (object === clause) return null;
  const at = [...object.matchAll(/\s/g)].find(({ index }) => LIMIT.test(object.slice(index)))?.index;
  if (at === undefined) return null;
  const [head, tail] = [object.slice(0, at), object.slice(at)];
  if (said(tail)) return { words: tail.trim(), isLimit: true };
  const isOfStep = OF_WHAT.test(`${head} ${/^\s*\w+/.exec(tail)?.[0].trim()} `) && !GROUP.test(head);
  return isOfStep && said(head) ? { words: head.trim(), isLimit: false } : null;
}

const TIMED =
  /\b(?:end|start|beginning|middle) of (?:the|each|every|a|next|this) (?:day|week|month|quarter|year)\b/i;

function saidBeside(words: string, titles: readonly string[]): boolean {
  if (TIMED.test(words)) return true;
  return wordsIn(words.replace(/\bsteps? #?\d+/gi, "")).some(
    (word) =>
      !isStopWord(word) &&
      !NEUTRAL.has(word) &&
      ordinal(word) === null &&
      cardinal(word) === null &&
      !titles.some((own) => likeness(word, own) > LIKE || isSlip(word, own)),
  );
}
