import type { ListedStep } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { found, type Reference, type World } from "./reference.ts";
import { resolveGroup } from "./resolve-group.ts";
import { resolveNth, resolveTitleRange } from "./resolve-among.ts";
import { NUMBER_WORD } from "./numerals.ts";
import { namesNoStep, stepTitled } from "./numbered-names.ts";
import { resolveNumbers } from "./resolve-numbers.ts";
import { wordsIn } from "./words.ts";

/** Picks among steps that a description fits equally well. */
export type Preference = (step: ListedStep) => boolean;

const PRONOUN =
  /^(?:it|its|itself|that|this|that one|this one|that step|this step|the step|the same(?: step| one)?|he|she|(?:the )?(?:new |added )?(?:step|one|step it|thing)(?: that| which)? (?:i|we|you)(?: have|'ve)? just (?:added|made|created|changed|renamed|inserted|put in)|the new (?:step|one))$/i;
const PLURAL_PRONOUN =
  /^(?:them|they|both|both of (?:them|those|these)|those|these|those (?:two|steps)|these (?:two|steps)|(?:the )?(?:two|three|four) of (?:them|these|those)|all of them|each of them|all (?:two|three|four|five|six)(?: of them)?|(?:the )?(?:two|three|four)|the (?:pair|couple|two|lot)(?: of (?:them|these|those))?)$/i;

/** The steps that a piece of a sentence names. */
export function resolve(text: string, world: World, prefer?: Preference): Reference {
  const words = trimmed(text);
  if (
    words === "" ||
    /^(?:steps?|the steps|one(?: of)?(?: the)? steps?|a step|some(?: step)?s?)$/i.test(words)
  ) {
    return /^the step$/i.test(words) && world.focus.length === 1 ? found(world.focus) : { type: "open" };
  }
  return (
    resolveMade(words, world) ??
    resolvePronoun(words, world) ??
    resolveQuoted(words, world) ??
    resolveById(words, world) ??
    resolveNumbered(words, world) ??
    resolveNumbers(words, world) ??
    resolveTitleRange(words, world) ??
    resolveNth(words, (part) => resolve(part, world)) ??
    resolveGroup(words, world, (part) => resolve(part, world)) ??
    resolveList(words, world, prefer) ??
    resolveTitle(words, world, prefer)
  );
}

function trimmed(text: string): string {
  const once = trimmedOnce(text).replace(STATE, "$1");
  return once === text ? once : trimmed(once);
}

// "Step 3 goes out", "step 3 has been signed": what it is about to do says nothing more about which step it is.
const STATE =
  /^((?:the )?steps? #?\d+) (?:(?:is|are|gets?|has|have|was|were|goes|go|leaves|leave|comes|runs|starts|begins|finishes|ends)(?: (?!and\b|or\b|but\b|after\b|before\b|to\b)[a-z]+){0,3})$/i;

function trimmedOnce(text: string): string {
  return text
    .trim()
    .replace(/^[,:;.\s-]+|[,:;.!\s-]+$/g, "")
    .replace(
      /^(?:please|just|only|also|even|then|really|either|now|on|for|with|the one (?:(?:that|which)(?! (?:comes|runs|goes|is|stands|starts|happens|follows) (?:(?:right|directly|just|immediately) )*(?:after|before|behind)\b| (?:follows|precedes|waits)\b)|about|for|with))\s+/i,
      "",
    )
    .replace(/^(?:the )?(?:outputs?|results?|outcome|data|findings) (?:of|from) /i, "")
    .replace(
      /\s+(?:(?:is|are|has|have|was|were|has been|have been|gets?) )?(?:done|finished|finish(?:es)?|over|ready|completed?|completes|ended|there|exists?|ran|run)$/i,
      "",
    )
    .replace(/^((?:the )?steps? #?\d+)(?: (?:is|are|was|were|has|have|gets?|been))+ (?!not\b)\w+$/i, "$1")
    .replace(/\s+(?:in|of|from) (?:the|this|my|our) plan$/i, "")
    .replace(/\s+before (?:it|they|that one) (?:starts?|runs?|begins?|can start|may start)$/i, "")
    .replace(
      /\s+(?:too|also|as well|please|now|instead|first|already|again|either|any ?more|at all|pls|thx|each|all|both)$/i,
      "",
    )
    .trim();
}

// A part or a step that an earlier clause has made goes by its whole title.
function resolveMade(words: string, { made = [] }: World): Reference | null {
  const title = words.replace(/^(?:(?:the )?step )?["'`“](.+)["'`”](?: step)?$/, "$1").toLowerCase();
  const same = made.filter((step) => step.title.toLowerCase() === title);
  return same.length === 1 ? found(same) : null;
}

function resolvePronoun(words: string, { focus, other = [], recent = [] }: World): Reference | null {
  if (PRONOUN.test(words)) return focus.length === 1 ? found(focus) : { type: "open" };
  if (PLURAL_PRONOUN.test(words)) {
    const both = [...new Set([...recent, ...focus])].slice(-2);
    const meant =
      focus.length > 1 ? focus : /\bboth\b|\btwo\b|^(?:them|they|those|these)$/i.test(words) ? both : [];
    return meant.length > 1 ? found(meant) : { type: "open" };
  }
  if (/^the other(?: one| step)?$/i.test(words)) return other.length === 1 ? found(other) : { type: "open" };
  return null;
}

function resolveQuoted(words: string, world: World): Reference | null {
  const inner = /^(?:(?:the )?step )?["'`“](.+)["'`”](?: step)?$/.exec(words)?.[1];
  if (inner === undefined || /["“”]/.test(inner)) return null;
  const exact = world.plan.steps.filter((step) => step.title.toLowerCase() === inner.toLowerCase());
  return exact.length > 0 ? pick(exact, inner) : (resolveById(inner, world) ?? resolveTitle(inner, world));
}

// "Chapter 3" is what a step is called, whatever number that step has.
function resolveNumbered(words: string, { plan }: World): Reference | null {
  const step = stepTitled(words, plan.steps);
  return step === null ? null : found([step]);
}

function resolveById(words: string, { plan }: World): Reference | null {
  const id = words.replace(/^(?:the )?step\s+(?=\D)/i, "").toLowerCase();
  if (id.includes(" ")) return null;
  const isSpelled = /[-_\d]/.test(id);
  // A plain word is meant as an id only of a step whose title has it still.
  const exact = plan.steps.filter(
    (step) => step.id?.toLowerCase() === id && (isSpelled || wordsIn(step.title).includes(id)),
  );
  return exact.length > 0 && !/^\d+$/.test(id) ? pick(exact, words) : null;
}

function resolveList(words: string, world: World, prefer?: Preference): Reference | null {
  const whole = matchTitles(words, world.plan.steps, undefined, world.isStrict);
  const parts = words
    .replace(/^both\s+/i, "")
    .split(/\s*(?:,\s*(?:and\s+|or\s+)?|\s(?:and|or|plus|as well as|nor)\s|&|\+)\s*/i)
    .filter(Boolean);
  if (parts.length < 2) return null;
  const steps: ListedStep[] = [];
  for (const part of parts) {
    const one = resolve(part, world, prefer);
    const single = whole.length > 0 && (whole[0]?.score ?? 0) > 0.9;
    if (one.type === "missing" && one.number !== null) return one;
    if (one.type !== "steps") return single ? null : one;
    if (one.steps.some((step) => steps.includes(step)) && single) return null;
    steps.push(...one.steps.filter((step) => !steps.includes(step)));
  }
  return found(steps);
}

function resolveTitle(words: string, world: World, prefer?: Preference): Reference {
  const exact = world.plan.steps.filter((step) => step.title.toLowerCase() === words.toLowerCase());
  if (exact.length === 1) return found(exact);
  if (SPAN_OF_TIME.test(words) || OTHER_PART.test(words))
    return { type: "missing", text: words, number: null };
  const isOther = hasOtherNumber(words, world) || namesNoStep(words, world.plan.steps);
  if (isOther || holdsQuote(words) || SENTENCE.test(words))
    return { type: "missing", text: words, number: null };
  const matches = matchTitles(words, world.plan.steps, undefined, world.isStrict);
  const top = matches[0]?.score ?? 0;
  const preferred = prefer ? matches.filter((match) => match.score >= top * 0.6 && prefer(match.step)) : [];
  const tied = (preferred.length > 0 ? preferred : matches).filter(
    (match, _index, all) => match.score >= (all[0]?.score ?? 0) - 0.05,
  );
  if (tied.length === 0) return { type: "missing", text: words, number: null };
  const inOrder = (list: typeof tied) => list.map((match) => match.step).sort((a, b) => a.number - b.number);
  if (!isPlural(words)) return pick(inOrder(tied), words);
  return found(inOrder(tied.filter((match) => match.score >= (tied[0]?.score ?? 0) - 0.02)));
}

// "Part 2" is no step because its title has a 2.
const OTHER_PART = /^(?:the )?(?:parts?|things?|bits?|jobs?) (?:number |no\.? )?#?\d+$/i;
// "3 days" is a time, though a step is called "Day 3".
const SPAN_OF_TIME = new RegExp(
  `^(?:(?:wait|waiting|waits|pause) )?(?:for )?${NUMBER_WORD} (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$`,
  "i",
);

// A number behind "step" is the number of a step and fits no title that has it by chance.
function hasOtherNumber(words: string, { plan }: World): boolean {
  const named = /\bsteps? (?:number )?#?\d+\b/i.exec(words)?.[0].toLowerCase();
  return named !== undefined && !plan.steps.some((step) => step.title.toLowerCase().includes(named));
}

// What says that something has to happen is another sentence, and no description of a step.
const SENTENCE =
  /\b(?:should|must|shall|would|has to|have to|needs? to|there (?:is|are|should|must|has))\b|:\s|[;.!?]\s/i;

// A quoted text beside other words is a title that no step has: to guess from the words around it would be wrong.
function holdsQuote(words: string): boolean {
  return /"[^"]+"/.test(words);
}

function pick(steps: ListedStep[], text: string): Reference {
  return steps.length === 1 ? found(steps) : { type: "ambiguous", candidates: steps, text };
}

function isPlural(words: string): boolean {
  const all = wordsIn(words);
  if (/^(?:both|all|every|each|any|the (?:two|three|four|five))\b/i.test(words)) return true;
  const noun = all.at(-1) ?? "";
  return noun === "steps" || (/^the\b/i.test(words) && all.length === 2 && /(?:[^s]s|es)$/.test(noun));
}
