import type { Decision } from "./decide.ts";
import { changedBy, type Decide, editsIn, saidOfOthers, saying, withEdits } from "./guard-edits.ts";
import { type ListedPlan, type ListedStep, namesOf } from "./listed-plan.ts";
import { namedWholly } from "./named-wholly.ts";
import { numberedOrder } from "./plain-order.ts";
import { withQuotesHidden } from "./plain-words.ts";
import { rehearse } from "./rehearse.ts";
import type { Edit } from "./understanding.ts";

/** Steps that a message takes out of what it asks for: they stay in the plan, or they stay as they are. */
type Spared = { steps: ListedStep[]; isUntouched: boolean; at: number; from: number; to: number };

const CHANGING = "touch(?:ing)?|chang(?:e|ing)|alter(?:ing)?|edit(?:ing)?|modify(?:ing)?|mess(?:ing)? with";
const REMOVING = "remov(?:e|ing)|delet(?:e|ing)|drop(?:ping)?|cut(?:ting)?|los(?:e|ing)|scrap(?:ping)?";
const MARKS: { mark: RegExp; isUntouched: boolean; isException?: boolean }[] = [
  { mark: new RegExp(`\\b(?:do not|never|without|not) (?:${CHANGING})\\s+`, "gi"), isUntouched: true },
  { mark: new RegExp(`\\b(?:do not|never|without|not) (?:${REMOVING})\\s+`, "gi"), isUntouched: false },
  { mark: /\bhands off\s+/gi, isUntouched: true },
  {
    mark: /\b(?:leav(?:e|ing)|keep(?:ing)?|retain(?:ing)?|spar(?:e|ing)|preserv(?:e|ing))\s+/gi,
    isUntouched: false,
  },
  {
    mark: /(?:\b(?:but|and|just|only) not|,\s*not|\b(?:except(?:ing)?(?: for)?|excluding|apart from|aside from|other than|besides|with the exception of|save for)|(?<=\b(?:all|everything|each|every one|all steps|every step|all of them) )but)\s+/gi,
    isUntouched: true,
    isException: true,
  },
];
const STAYS =
  /(?:^|[,;.]\s*|\b(?:but|and|while|though|only)\s+)((?:(?!\b(?:but|and|while)\b)[^,;.]){1,60}?)\s+(?:(?:should|must|has to|have to|can|shall|will|is to|are to)\s+)?(?:stays?|remains?|survives?|be (?:kept|spared|left alone))\b/gi;
const DENIED =
  /\b(?:not|never|nothing|nobody|no|none|any|anything|cannot|rather than|instead of|stop)(?: (?:to|have to|need to|need|want to|really|just|longer))*\s*$/i;
const NONE_BEFORE = /\b(?:not|never|nothing|nobody|no|none|any|anything)\b[^.;]*$/i;
const UNTOUCHED =
  /[\s,]+(?:alone|be|as (?:it|they) (?:is|are|was|were)|as is|untouched|unchanged|intact|where (?:it|they) (?:is|are)|in peace|out of (?:it|this|that))$/i;
const TAIL =
  /[\s,]+(?:in(?: place| there| it| the plan)?|there|please|though|for now|for the moment|of course|thanks?|alive|at least|however|instead|too|as well|from (?:it|this|that))$/i;
const NO_STEPS =
  /^(?:out|off|away|in|on|at|to|for|before|after|until|behind|with|from|by|going|only|just|nothing|(?:the )?(?:rest|others?)|everything|all|as|it|that|them|if|when|so)\b/i;
const PLACE =
  /^(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th))(?: one)?$/i;
const MOVED_AWAY = /\b(?:out|off|away)$/i;

/** Holds what a message excepts against the edits: an excepted step is never changed. */
export function withExceptions(
  message: string,
  decide: Decide,
  plan: ListedPlan,
  base: ListedPlan,
): Decision {
  const decision = decide(message);
  const text = numberedOrder(message, plan);
  const spared = sparedIn(text, base);
  if (spared.length === 0) return decision;
  if (decision.calls.length > 0) return withoutSpared(decision, spared, base);
  const isOrder =
    !/\?\s*$/.test(message) && !/^(?:The plan already is so|That is not possible)/.test(decision.reply);
  if (!isOrder) return decision;
  for (const other of [withNumbers(text, spared), withoutException(text, spared)]) {
    const again = other === null ? null : decide(other);
    if (again !== null && editsIn(again).length > 0) return withoutSpared(again, spared, base);
  }
  return decision;
}

function withoutSpared(decision: Decision, spared: readonly Spared[], plan: ListedPlan): Decision {
  const list = editsIn(decision);
  const isHeld = (edit: Edit) =>
    spared.some(
      ({ steps, isUntouched }) =>
        (isUntouched || /^(?:remove|merge|split)_/.test(edit.op)) &&
        changedBy(edit, plan).some((step) => steps.includes(step)),
    );
  const held = list.filter(isHeld);
  if (held.length === 0) return decision;
  const gone = [...new Set(held.flatMap((edit) => changedBy(edit, plan)))].filter((step) =>
    spared.some(({ steps }) => steps.includes(step)),
  );
  const left = list.filter((edit) => !held.includes(edit));
  const said = saidOfOthers(decision.said ?? [], gone);
  const stands = left.length > 0 && said !== null && rehearse(left, plan).length === 0;
  return stands ? withEdits(decision, left, said) : saying(contradicted(gone));
}

function contradicted(steps: readonly ListedStep[]): string {
  const [stays, is] = steps.length === 1 ? ["stays", "is"] : ["stay", "are"];
  return `Your message asks for a change of ${namesOf(steps)} and also says that ${steps.length === 1 ? "it" : "they"} ${stays} as ${steps.length === 1 ? "it" : "they"} ${is}. Which of the two do you mean? Nothing was changed.`;
}

function sparedIn(text: string, plan: ListedPlan): Spared[] {
  const spared: Spared[] = [];
  withQuotesHidden(text, (bare) => {
    for (const { mark, isUntouched, isException = false } of MARKS) {
      for (const found of bare.matchAll(mark)) {
        const before = bare.slice(0, found.index);
        if (DENIED.test(before) || (isException && NONE_BEFORE.test(before))) continue;
        const from = found.index + found[0].length;
        const span = spanAt(bare.slice(from), plan, !found[0].startsWith(","));
        if (span !== null)
          spared.push({
            steps: span.steps,
            isUntouched: isUntouched || span.isUntouched,
            at: found.index,
            from,
            to: from + span.length,
          });
      }
    }
    for (const found of bare.matchAll(STAYS)) {
      const from = found.index + found[0].indexOf(found[1] ?? "");
      const steps = stepsIn((found[1] ?? "").replace(/^\s*(?:but|and|while|though|only)\s+/i, ""), plan);
      const to = found.index + found[0].length;
      if (steps !== null) spared.push({ steps, isUntouched: false, at: found.index, from, to });
    }
    return bare;
  });
  return spared;
}

// The steps named right at the beginning of what follows, and those of the list that they begin.
function spanAt(
  rest: string,
  plan: ListedPlan,
  isList: boolean,
): { steps: ListedStep[]; length: number; isUntouched: boolean } | null {
  const sentence = /^[^;.!?\n]*/.exec(rest)?.[0] ?? "";
  const ends = [...sentence.matchAll(JOINT)].map(({ index }) => index);
  for (const end of [...ends, sentence.length]) {
    const first = named(sentence.slice(0, end), plan);
    if (first === null) continue;
    let [steps, length, isUntouched] = [first.steps, end, first.isUntouched];
    for (const next of isList ? [...ends, sentence.length].filter((at) => at > end) : []) {
      const part = sentence.slice(length, next).replace(LIST_JOINT, "");
      const more =
        SAID_OF.test(withoutTail(withoutTail(part, TAIL), UNTOUCHED)) ||
        /\b(?:but|then|while|so)\b/i.test(part)
          ? null
          : named(part, plan);
      if (more === null) break;
      steps = [...steps, ...more.steps];
      length = next;
      isUntouched ||= more.isUntouched;
    }
    return steps.length < plan.steps.length ? { steps, length, isUntouched } : null;
  }
  return null;
}

const JOINT = /,|\s(?:and|but|then|or|while|so|because|since)\b/g;
const LIST_JOINT = /^[\s,]*(?:(?:and|or)\b)?\s*/;
// Behind such a word something else is said of a step.
const SAID_OF =
  /\b(?:must|has|have|can|should|shall|will|goes|go|is|are|needs?|waits?|runs?|may|might|it|that|which|out|off)\b/i;

function named(span: string, plan: ListedPlan): { steps: ListedStep[]; isUntouched: boolean } | null {
  const bare = withoutTail(span, TAIL);
  const short = withoutTail(bare, UNTOUCHED);
  const steps = stepsIn(withoutTail(short, TAIL), plan);
  return steps === null ? null : { steps, isUntouched: short !== bare };
}

function withoutTail(text: string, tail: RegExp): string {
  const shorter = text.replace(tail, "").trim();
  return shorter === text ? text : withoutTail(shorter, tail);
}

function stepsIn(words: string, plan: ListedPlan): ListedStep[] | null {
  const span = words.trim();
  if (span === "" || NO_STEPS.test(span) || MOVED_AWAY.test(span)) return null;
  const reference = namedWholly(span.replace(PLACE, "the $1 step"), { plan, focus: [] });
  return reference?.type === "steps" && reference.steps.length < plan.steps.length ? reference.steps : null;
}

function withNumbers(text: string, spared: readonly Spared[]): string | null {
  const [first, more] = spared;
  if (!first || more) return null;
  const numbers = first.steps.map((step) => `step ${step.number}`).join(" and ");
  return `${text.slice(0, first.from)}${numbers}${text.slice(first.to)}`;
}

function withoutException(text: string, spared: readonly Spared[]): string | null {
  const [first, more] = spared;
  if (!first || more || first.at === 0) return null;
  const before = text.slice(0, first.at).replace(/[\s,;]*(?:\b(?:but|and|please|just))?\s*$/i, "");
  return `${before}${text.slice(first.to)}`;
}
