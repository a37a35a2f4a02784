import { plainOf } from "./active-voice.ts";
import { isOrderVerb } from "./brief-verbs.ts";
import { PATH } from "./path-words.ts";
import { isStopWord, rootOf, wordsIn } from "./words.ts";

const THING =
  /^\W*(?:please )?\p{L}+(?: (?:out|up|down|back))? (?:(?:all|both) )?(?:of )?(?:the|these|those|our|my|its) (.+)$/iu;
const END = /\s(?:to|into|in|onto|as|at|with|on|for|by|via|back to)\s.*$/iu;
const POINTS_BACK = /\b(?:it|its|them|they|this|that|these|those)\b/i;

/** What a task makes: the words by which that goes, and the place of the task whose product it works on. */
export type Product = { names: ReadonlySet<string>; from: number | null };

/**
 * The place of the product that words such as "the parsed orders" name; -1 where they name none, or several
 * of which none follows from the others.
 */
export function productNamed(text: string, products: readonly Product[]): number {
  const thing = THING.exec(text)?.[1]?.replace(new RegExp(PATH, "gi"), " ").replace(END, "") ?? "";
  const asked = wordsIn(thing)
    .filter((word) => !isStopWord(word))
    .map(plain);
  const rated = products.map(({ names }) => asked.filter((word) => names.has(word)).length);
  const top = Math.max(0, ...rated);
  const best = rated.flatMap((hits, at) => (hits === top ? [at] : []));
  const last = best.at(-1);
  if (top === 0 || last === undefined) return -1;
  return best.every((at) => at === last || comesOf(last, at, products)) ? last : -1;
}

/** A task's product by its own words, and by those of what it works on where it only says "it". */
export function productOf(text: string, from: number | null, products: readonly Product[]): Product {
  const own = wordsIn(text).filter((word) => !isStopWord(word) && !/^(?:csv|txt|md|json|file)$/.test(word));
  const inherited = from !== null && POINTS_BACK.test(text) ? (products[from]?.names ?? []) : [];
  return { names: new Set([...own.map(plain), ...inherited]), from };
}

function comesOf(at: number, from: number, products: readonly Product[]): boolean {
  for (let next = products[at]?.from ?? null; next !== null; next = products[next]?.from ?? null)
    if (next === from) return true;
  return false;
}

function plain(word: string): string {
  const verb = /ed$|en$/.test(word) ? plainOf(word) : null;
  return rootOf(verb !== null && isOrderVerb(verb) ? verb : word);
}
