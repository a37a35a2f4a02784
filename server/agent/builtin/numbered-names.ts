import type { ListedStep } from "./listed-plan.ts";
import { ORDERS } from "./masked-mentions.ts";
import { cardinal, ordinal, withDigits } from "./numerals.ts";
import { isSlip, isStopWord, wordsIn } from "./words.ts";

/** What titles are called with a number in them: "Chapter 3", and "chapter" with the steps of all its numbers. */
export type NumberedNames = {
  whole: ReadonlyMap<string, ListedStep[]>;
  series: ReadonlyMap<string, ReadonlyMap<string, ListedStep[]>>;
  /** Words of the longest of the titles. */
  longest: number;
};

const NAMES = new WeakMap<readonly ListedStep[], NumberedNames>();
// In front of a number these name a step by its number, a revision, or an amount.
const NO_NAME =
  /^(?:numbers?|nos?|nrs?|num|versions?|revisions?|rev|r|v|s|times?|top|about|around|than|least|most|exactly|up|down|per|every|each|next|last|first|final|between|from|until|till|through|within|via|que|de|und|et|y)$/;
const REFERENCE =
  /^(?:the |my |our )*(?:(?:steps?|numbers?|nos?|nrs?|last|first|next|ones?|and|or|to|\d+)(?: |$))+$/;

export function numberedNamesIn(steps: readonly ListedStep[]): NumberedNames {
  const known = NAMES.get(steps);
  if (known) return known;
  const whole = new Map<string, ListedStep[]>();
  const series = new Map<string, Map<string, ListedStep[]>>();
  let longest = 0;
  for (const step of steps) {
    const words = numberedWords(step.title);
    if (words.length < 2 || !words.some(isNumber)) continue;
    const key = words.join(" ");
    if (!REFERENCE.test(key)) {
      whole.set(key, [...(whole.get(key) ?? []), step]);
      longest = Math.max(longest, words.length);
    }
    for (const [at, number] of words.entries()) {
      const name = nameBefore(words, at);
      if (!isNumber(number) || name === null) continue;
      const numbers = series.get(name) ?? new Map<string, ListedStep[]>();
      series.set(name, numbers);
      numbers.set(number, [...(numbers.get(number) ?? []), step]);
    }
  }
  const made = { whole, series, longest };
  NAMES.set(steps, made);
  return made;
}

/** The words of a text, those for numbers in digits. */
export function numberedWords(text: string): string[] {
  return wordsIn(withDigits(text)).map(inDigits);
}

export function inDigits(word: string): string {
  const number = cardinal(word);
  return number === null ? word.toLowerCase() : String(number);
}

export function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

/** The word that a number belongs to as "chapter" does in "chapter 3"; null for a word that is no name. */
function nameBefore(words: readonly string[], at: number): string | null {
  const word = words[at - 1];
  return word === undefined ? null : nameOf(word);
}

export function nameOf(word: string): string | null {
  const isName =
    /^\p{L}+$/u.test(word) &&
    !NO_NAME.test(word) &&
    !ORDERS.has(word) &&
    !isStopWord(word) &&
    cardinal(word) === null &&
    ordinal(word) === null;
  return isName ? word.replace(/(?<=\p{L}{2}[^s])s$/u, "") : null;
}

const LEAST_LETTERS = 2;

/** The numbers that a name goes with, also when it is cut short or misspelt: "ch", "chpater". */
export function numbersOf(
  word: string,
  { series }: NumberedNames,
): ReadonlyMap<string, ListedStep[]> | undefined {
  const name = nameOf(word);
  if (name === null) return undefined;
  const own = series.get(name);
  if (own !== undefined || name.length < LEAST_LETTERS) return own;
  const alike = [...series.keys()].filter((key) => key.startsWith(name) || isSlip(name, key));
  return alike.length === 1 ? series.get(alike[0] ?? "") : undefined;
}

/** Whether a text has a name with a number that no title has: "phase 2", where there is only "Phase 5". */
export function namesNoStep(text: string, steps: readonly ListedStep[]): boolean {
  const names = numberedNamesIn(steps);
  const words = numberedWords(text);
  return words.some((number, at) => {
    const numbers = isNumber(number) && at > 0 ? numbersOf(words[at - 1] ?? "", names) : undefined;
    return numbers !== undefined && !numbers.has(number);
  });
}

/** The one step that a text calls by its whole title with a number in it. */
export function stepTitled(text: string, steps: readonly ListedStep[]): ListedStep | null {
  const words = numberedWords(text.replace(/^(?:the )?(?:step )?/i, ""));
  const [step, twin] = words.some(isNumber) ? (numberedNamesIn(steps).whole.get(words.join(" ")) ?? []) : [];
  return step && !twin ? step : null;
}
