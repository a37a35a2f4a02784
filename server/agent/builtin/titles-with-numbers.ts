import { outsideDictated } from "./dictated.ts";
import type { ListedPlan, ListedStep } from "./listed-plan.ts";
import { ORDERS } from "./masked-mentions.ts";
import {
  inDigits,
  isNumber,
  nameOf,
  type NumberedNames,
  numberedNamesIn,
  numbersOf,
  stepTitled,
} from "./numbered-names.ts";
import { ordinal, withDigits } from "./numerals.ts";
import { isStopWord, likeness, wordsIn } from "./words.ts";

type Word = { word: string; from: number; to: number };
/** The words from `first` to `last` stand for `steps`; where these are none, `unclear` is what names no step or several. */
type Named = { first: number; last: number; steps: ListedStep[]; unclear?: string };

// Behind these stands a new title, whatever steps there are.
const NEW_TITLE =
  /(?:\b(?:called|named|titled|as|into)|\b(?:is|are) (?:really|actually)|\bcall (?:it|that|this))\s*$/i;
const NEW_WORK =
  /\b(?:add|insert|append|create|include|introduce|put in|squeeze in|(?:need|want)(?= (?:an?|another|one more)\b))\b([^.;"]*)$/i;
const OF_STEPS =
  /\b(?:after|before|behind|following|between|in front of|ahead of|dependenc(?:y|ies)|links?|connections?|approvals?|retr(?:y|ies)|attempts?|time ?outs?|time limits?|conditions?|checks? (?:for|of|to))\b/i;
const UNIT =
  /^(?:\s+(?:more|extra|further|additional|other|new))?\s*(?:times?|x|retr(?:y|ies)|attempts?|tries|try|chances?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|percent|%|euros?|dollars?|tokens?|places?|spots?|positions?|lines?|rows?|items?)(?!\p{L})/iu;
const GAP = /^(?:\s+|\s*[-–:]\s*|\s*#)$/;
// "Ch. 3".
const NAME_GAP = /^(?:\.?\s+|-|\s*#)$/;
const JOINT = /^\s*(?:,\s*(?:and\s+|or\s+)?|&|\s(?:and|or)\s)\s*$/i;
const RANGE = /^\s*(?:-|–|\sto\s|\sthrough\s|\suntil\s|\still\s)\s*$/i;
const MOVES = /\b(?:move|shift|put|place|bring|pull|push|change|set|link|connect)\b/i;
const LEAD = /(?:\b(?:the|my|our|this|that)\s+)?(?:\bsteps?\s+)?$/i;
const TAIL = /^\s+(?:steps?|tasks?)\b/i;
const CLAUSE_START = /(?:^|[.,;:!?]\s*|\b(?:and|then|but|please|also)\s+)$/i;

/**
 * Unquoted titles with a number in them as the numbers of their steps, so that the number in "Chapter 3" is not
 * taken for that of a step. One that no step or more than one has goes into quotes, and is then asked about.
 */
export function withNumberedTitles(text: string, { steps }: ListedPlan): string {
  const names = numberedNamesIn(steps);
  if (names.whole.size === 0 && names.series.size === 0) return text;
  return withNextRenamed(
    outsideDictated(text, (part) => renamedIn(withDigits(part), names)),
    steps,
  );
}

const RENAMES = /^\W*(?:please )?(?:re-?name|re-?title|re-?label)\b/i;
const NEXT_RENAMED = /((?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)(?:the )?)([^,;"]{3,80}?)(?= (?:to|as|into) )/gi;

// "Rename Chapter 1 to A and Chapter 2 to B": behind the first new title a step is named again.
function withNextRenamed(text: string, steps: readonly ListedStep[]): string {
  if (!RENAMES.test(text)) return text;
  return text.replace(NEXT_RENAMED, (all, joint: string, words: string) => {
    const step = stepTitled(words, steps);
    return step === null ? all : `${joint}step ${step.number}`;
  });
}

function renamedIn(text: string, names: NumberedNames): string {
  const words = [...text.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].map(
    (found): Word => ({
      word: inDigits(found[0]),
      from: found.index,
      to: found.index + found[0].length,
    }),
  );
  let [done, at, next] = ["", 0, 0];
  for (const index of words.keys()) {
    if (index < next) continue;
    const named = namedAt(words, index, next, text, names);
    const [first, last] = [words[named?.first ?? -1], words[named?.last ?? -1]];
    if (!named || !first || !last || isNewTitle(text.slice(0, first.from))) continue;
    const before = text.slice(at, first.from);
    const isUnknown = named.steps.length === 0;
    done += isUnknown
      ? `${before}"${named.unclear ?? text.slice(first.from, last.to)}"`
      : `${before.replace(LEAD, "")}${inNumbers(named.steps)}`;
    at = last.to + (isUnknown ? 0 : (TAIL.exec(text.slice(last.to))?.[0].length ?? 0));
    next = named.last + 1;
  }
  return done + text.slice(at);
}

function inNumbers(steps: readonly ListedStep[]): string {
  const numbers = steps.map((step) => step.number);
  const last = numbers.pop();
  return numbers.length === 0 ? `step ${last}` : `steps ${numbers.join(", ")} and ${last}`;
}

function isNewTitle(before: string): boolean {
  if (NEW_TITLE.test(before)) return true;
  const added = NEW_WORK.exec(before)?.[1];
  return added !== undefined && !OF_STEPS.test(added);
}

function namedAt(words: Word[], at: number, from: number, text: string, names: NumberedNames): Named | null {
  const word = words[at]?.word ?? "";
  if (!isNumber(word)) return byPlace(words, at, text, names);
  const named = byTitle(words, at, from, text, names) ?? bySeries(words, at, from, text, names);
  return named === null ? null : withList(named, words, text, names);
}

function isAmount(words: readonly Word[], at: number, text: string): boolean {
  return UNIT.test(text.slice(words[at]?.to ?? text.length));
}

function gapBehind(words: readonly Word[], at: number, text: string): string {
  return text.slice(words[at]?.to ?? 0, words[at + 1]?.from ?? 0);
}

// The longest title around a number.
function byTitle(words: Word[], at: number, from: number, text: string, names: NumberedNames): Named | null {
  for (let size = names.longest; size > 1; size -= 1) {
    for (let first = Math.max(from, at - size + 1); first <= at && first + size <= words.length; first += 1) {
      const last = first + size - 1;
      const own = words.slice(first, last + 1);
      const steps = names.whole.get(own.map(({ word }) => word).join(" "));
      const isRow = own.slice(1).every((_word, index) => GAP.test(gapBehind(words, first + index, text)));
      if (!steps || !isRow || (last === at && isAmount(words, last, text))) continue;
      // "Retry 3 times" is an order, though a step is called so.
      const isOrder = ORDERS.has(own[0]?.word ?? "") && CLAUSE_START.test(text.slice(0, own[0]?.from));
      if (!isOrder) return { first, last, steps: steps.length === 1 ? steps : [] };
    }
  }
  return null;
}

// "Chapter 3" in whatever title it stands.
function bySeries(words: Word[], at: number, from: number, text: string, names: NumberedNames): Named | null {
  // "Chapter no. 3".
  const first = NUMBER_WORD.test(words[at - 1]?.word ?? "") ? at - 2 : at - 1;
  const numbers = first >= from ? numbersOf(words[first]?.word ?? "", names) : undefined;
  const isRow = [...words.keys()]
    .slice(first, at)
    .every((index) => NAME_GAP.test(gapBehind(words, index, text)));
  if (!numbers || !isRow || isAmount(words, at, text)) return null;
  const steps = numbers.get(words[at]?.word ?? "") ?? [];
  if (steps.length < 2) return { first, last: at, steps };
  return narrowed(steps, words, at, from) ?? { first, last: at, steps: [] };
}

const NUMBER_WORD = /^(?:numbers?|nos?|nrs?|num)$/;

// "The editing of chapter 2", where two steps are about chapter 2.
function narrowed(steps: readonly ListedStep[], words: Word[], at: number, from: number): Named | null {
  const isFilled = (index: number) => isStopWord(words[index]?.word ?? "the");
  const before = [at - 2, at - 3, at - 4].find((index) => index >= from && !isFilled(index)) ?? -1;
  for (const near of [before, at + 1]) {
    const { word = "" } = words[near] ?? {};
    const alike = steps.filter((step) => wordsIn(step.title).some((own) => likeness(own, word) > LIKE));
    if (alike.length === 1)
      return { first: Math.min(near < 0 ? at - 1 : near, at - 1), last: Math.max(near, at), steps: alike };
  }
  return null;
}

const LIKE = 0.6;

// "The third chapter", where the chapters have numbers.
function byPlace(words: Word[], at: number, text: string, names: NumberedNames): Named | null {
  const place = ordinal(words[at]?.word ?? "");
  const numbers = place === null ? undefined : numbersOf(words[at + 1]?.word ?? "", names);
  const [step, twin] = numbers?.get(String(place)) ?? [];
  const isPlain = (numbers?.size ?? 0) > 1 && GAP.test(gapBehind(words, at, text));
  if (!step || twin || !isPlain || isNumber(words[at + 2]?.word ?? "")) return null;
  return { first: at, last: at + 1, steps: [step] };
}

// "Chapters 2, 3 and 5", "chapters 2 to 4".
function withList(named: Named, words: Word[], text: string, names: NumberedNames): Named {
  const name = words[named.last - 1]?.word ?? "";
  const numbers = isNumber(words[named.last]?.word ?? "") ? numbersOf(name, names) : undefined;
  if (!numbers || named.steps.length === 0) return named;
  let { last, steps } = named;
  for (;;) {
    const more = itemBehind(words, last, text, numbers);
    if (more === null) return { ...named, last, steps };
    if (more.steps.length === 0 && !/s$/.test(name)) return { ...named, last, steps };
    if (more.steps.length === 0)
      return { ...named, last: more.last, steps: [], unclear: `${nameOf(name)} ${words[more.last]?.word}` };
    [last, steps] = [more.last, [...steps, ...more.steps]];
  }
}

function itemBehind(
  words: Word[],
  at: number,
  text: string,
  numbers: ReadonlyMap<string, ListedStep[]>,
): { last: number; steps: ListedStep[] } | null {
  const joined = [1, 2]
    .map((size) => at + size)
    .find((last) => isNumber(words[last]?.word ?? "") && isAlone(words, at, last));
  if (joined === undefined || isAmount(words, joined, text)) return null;
  const between = text.slice(words[at]?.to ?? 0, words[joined]?.from ?? 0);
  const end = words[joined]?.word ?? "";
  if (JOINT.test(between)) return { last: joined, steps: only(numbers.get(end)) };
  if (!RANGE.test(between) || MOVES.test(text.slice(0, words[at]?.from))) return null;
  const [low, high] = [Number(words[at]?.word), Number(end)];
  const inner = [...numbers].filter(([number]) => Number(number) > low && Number(number) <= high);
  const isWhole = numbers.has(end) && inner.every(([, steps]) => steps.length === 1);
  return isWhole ? { last: joined, steps: inner.flatMap(([, steps]) => steps) } : null;
}

// Between the two numbers of a list stands no more than a word that joins them.
function isAlone(words: readonly Word[], at: number, last: number): boolean {
  return words.slice(at + 1, last).every(({ word }) => /^(?:and|or|to|through|until|till)$/.test(word));
}

function only(steps: ListedStep[] = []): ListedStep[] {
  return steps.length === 1 ? steps : [];
}
