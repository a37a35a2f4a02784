import { outsideDictated } from "./dictated.ts";
import type { ListedPlan, ListedStep } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { isSlip, likeness, wordsIn } from "./words.ts";

// What may stand between the words of one title: "the refund that gets paid".
const GLUE =
  /^(?:the|an?|my|our|your|his|her|their|of|to|on|in|with|from|at|by|for|up|out|off|it|them|is|are|was|were|be|been|being|gets?|got|has|have|had|that|which|all|new)$/;
// Words that part and order what is said, whatever title has them.
const NEVER = new Set(
  `and or but so not no nor if then than when while once until till before after behind because since as too also only just even do does did can could
  may might must shall should will would i we you he she they me us one two three four five six first second third fourth fifth last next other others
  both each every any some more most very again now still already ok okay please this these those there here what who why how step steps`.split(
    /\s+/,
  ),
);
// What leads to a description and goes with it.
const LEAD = /(?:\b(?:the|an?|my|our|your|their|this|that|its?)\s+)$/i;
const TAIL = /^\s+(?:steps?|tasks?|part|bit|thing|one)\b/i;
// Verbs of orders about a plan: in front of a description they are the order.
export const ORDERS: ReadonlySet<string> = new Set(
  `remove delete drop cancel add insert append move shift put place rename call name merge combine join fold split break swap switch run start
  retry repeat ask wait let make keep skip leave take bring get have give approve confirm undo redo save set change do hold stop check want need
  needs wants asking approving confirming checking use replace turn cut throw kick allow require link unlink connect order first last before after both`.split(
    /\s+/,
  ),
);
const AGREEMENT = /^(?:approvals?|permission|consent|confirmation|ok|okay|sign-?off|retr(?:y|ies))$/;
const GROUP = /^(?:everything|anything|nothing|everyone|everybody|anyone|anybody|all|rest|remaining)$/;
const LEAST_SLIP = 5;
const LEAST_START = 4;
const CLEARLY = 0.1;

type Token = { text: string; from: number; to: number; steps: ReadonlySet<ListedStep> };

/** The text with every description of one step in words of its title as that step's number. */
export function withMentionsNumbered(text: string, plan: ListedPlan): string {
  const titles = plan.steps.map((step) => ({ step, words: wordsIn(step.title) }));
  return outsideDictated(text, (part) => {
    let [done, at] = ["", 0];
    for (const { from, to, step } of mentionsIn(part, titles)) {
      if (from < at) continue;
      const before = part.slice(at, from).replace(LEAD, "");
      done += `${before}step ${step.number}`;
      at = to + (TAIL.exec(part.slice(to))?.[0].length ?? 0);
    }
    return done + part.slice(at);
  });
}

type Titles = readonly { step: ListedStep; words: readonly string[] }[];
type Mention = { from: number; to: number; step: ListedStep };

function mentionsIn(text: string, titles: Titles): Mention[] {
  const mentions: Mention[] = [];
  let run: Token[] = [];
  let end = 0;
  const close = () => {
    mentions.push(...meantBy(run, text, titles));
    run = [];
  };
  for (const found of text.matchAll(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)) {
    const [word, from] = [found[0].toLowerCase(), found.index];
    if (/\S/.test(text.slice(end, from)) || /^\d/.test(word)) close();
    end = from + word.length;
    // A number that a step has is its number, whatever title has it too.
    const isNumber = /^\d+$/.test(word) && Number(word) <= titles.length;
    if (NEVER.has(word) || isNumber) close();
    if (GLUE.test(word) || NEVER.has(word) || isNumber) continue;
    const steps = stepsWith(word, titles);
    if (steps.size === 0) close();
    else run.push({ text: word, from, to: end, steps });
  }
  close();
  return mentions;
}

function stepsWith(word: string, titles: Titles): Set<ListedStep> {
  const rated = titles.map(({ step, words }) => ({
    step,
    fit: Math.max(0, ...words.filter((own) => !GLUE.test(own)).map((own) => likeness(word, own))),
  }));
  const top = Math.max(0, ...rated.map(({ fit }) => fit));
  if (top > 0.6) return new Set(rated.filter(({ fit }) => fit >= top - 0.05).map(({ step }) => step));
  const near = titles.filter(({ words }) => words.some((own) => isNear(word, own)));
  return new Set(near.map(({ step }) => step));
}

function isNear(word: string, own: string): boolean {
  if (word.length >= LEAST_SLIP && own.length >= LEAST_SLIP && isSlip(word, own)) return true;
  return word.length >= LEAST_START && own.length >= word.length + 2 && own.startsWith(word);
}

// The longest rows of words that one step alone has, from the left.
function meantBy(run: readonly Token[], text: string, titles: Titles): Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < run.length; ) {
    const found = longest(run, at, text, titles);
    if (found) mentions.push(found.mention);
    at = found?.next ?? at + 1;
  }
  return mentions;
}

function longest(
  run: readonly Token[],
  at: number,
  text: string,
  titles: Titles,
): { mention: Mention; next: number } | null {
  for (let next = run.length; next > at; next -= 1) {
    const part = run.slice(at, next);
    const alike = titles
      .map((title) => title.step)
      .filter((own) => part.every(({ steps }) => steps.has(own)));
    const [first, last] = [part[0], part.at(-1)];
    const isLoose =
      part.length === run.length &&
      alike.length > 1 &&
      RELATES.test(text) &&
      !TAIL.test(text.slice(last?.to));
    const step = isLoose && first && last ? likeliest(text.slice(first.from, last.to), alike) : only(alike);
    if (!step || !first || !last || !isName(part, step, text)) continue;
    return { mention: { from: first.from, to: last.to, step }, next };
  }
  return null;
}

// Only what orders steps may mean one of several by what it makes; what goes or changes is named itself.
const RELATES =
  /\b(?:before|after|until|till|once|while|waits?|waiting|depends?|parallel|same time|together|swap)\b/i;

function only(steps: readonly ListedStep[]): ListedStep | undefined {
  return steps.length === 1 ? steps[0] : undefined;
}

// "The draft" is the step that writes it rather than one that works on it.
function likeliest(words: string, steps: readonly ListedStep[]): ListedStep | undefined {
  const [best, second] = matchTitles(words, steps);
  return best && second && best.score > second.score + CLEARLY ? best.step : undefined;
}

const TIME = /^(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/;
const REPLACED = /\b(?:replace|substitute)\s+(?:the\s+)?$/i;

// An order's own verb is no part of a name, unless the whole title stands there.
function isName(part: readonly Token[], step: ListedStep, text: string): boolean {
  const [first, more] = part;
  if (!first) return false;
  const [verb = "", ...others] = wordsIn(step.title);
  const own = [verb, ...others].filter((word) => !GLUE.test(word));
  if (ORDERS.has(first.text) && part.length < own.length) return false;
  if (!more && TIME.test(first.text) && /\d\s+$/.test(text.slice(0, first.from))) return false;
  // "Replace Maria" is about that word, and not about "Tell Maria".
  if (REPLACED.test(text.slice(0, first.from)) && part.length < own.length) return false;
  // "Needs approval" is about no step whose title has that word.
  const isNamed = /\b(?:the|that|this|our|your)\s+$/i.test(text.slice(0, first.from));
  if (!more && own.length > 1 && !isNamed && AGREEMENT.test(first.text)) return false;
  // "Everything" means all steps, though one is called "Archive everything".
  if (!more && own.length > 1 && (GROUP.test(first.text) || isSlip(first.text, "everything"))) return false;
  if (more) return true;
  const isVerb = likeness(first.text, verb) > 0 && own.length > 1;
  const before = text.slice(0, first.from);
  return (
    !isVerb ||
    first.text.endsWith("ing") ||
    /\b(?:the|an?|my|our|its|that|this|after|before|until|till|behind|for|of|from|on|to)\s+$/i.test(before)
  );
}
