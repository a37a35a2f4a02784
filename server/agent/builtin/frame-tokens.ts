import { distance } from "fastest-levenshtein";
import { formsOf, isPast, lexiconWords, meaningAt } from "./frame-lexicon.ts";
import { type Count, countAt, mentionAt, type Mention } from "./frame-mentions.ts";
import { withTitles } from "./frame-titles.ts";
import { cardinal, ordinal } from "./numerals.ts";
import type { World } from "./reference.ts";
import { isSlip, isStopWord, presentOf, rootOf, wordsIn } from "./words.ts";

/** A stretch of a sentence with one meaning: a letter of the lexicon, "M" for steps, "#" for a count, "Q" for a quote, "v" for words without one. */
export type Token = {
  symbol: string;
  text: string;
  mention?: Mention;
  /** How often, and whether the first time is counted. */
  count?: Omit<Count, "text">;
  /** Whether a verb tells what was or is done. */
  isPast?: boolean;
};

const WORD = /^[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/u;
const QUOTE = /^"([^"]*)"/;
const JOINTS: [RegExp, string][] = [
  [/^(?:[.;!?\n…]+|\s[-–—]+\s)\s*(?:(?:and|but|also|so)\s+)*/i, ";"],
  [/^(?:,\s*)?but(?: (?:not|rather|instead))?(?=\s)/i, "~"],
  [/^(?:,\s*)?(?:and|&|plus|as well as)(?=\s)/i, "&"],
  [/^(?:,\s*)?(?:or|nor)(?=\s)/i, "|"],
  [/^[,:]/, ","],
  [/^['()/]/, "_"],
];

/** The meanings of a sentence from left to right; words that name steps are found last, among those that mean nothing else. */
export function tokensOf(sentence: string, world: World): Token[] {
  const text = mendedTowardsLexicon(sentence, world);
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const space = /^[ \t]+(?![-–—]+\s)/.exec(rest);
    if (space) at += space[0].length;
    else {
      const token = tokenAt(rest, world);
      tokens.push(token);
      at += Math.max(1, token.text.length);
    }
  }
  return withTitles(tokens, world);
}

function tokenAt(rest: string, world: World): Token {
  const quote = QUOTE.exec(rest);
  if (quote) return { symbol: "Q", text: quote[0] };
  for (const [pattern, symbol] of JOINTS) {
    const joint = pattern.exec(rest);
    if (joint) {
      const isBut = /\bnot$/i.test(joint[0]);
      return isBut ? { symbol: "~", text: joint[0].replace(/\s*not$/i, "") } : { symbol, text: joint[0] };
    }
  }
  const count = countAt(rest);
  if (count) return { symbol: "#", text: count.text, count };
  const words: string[] = [];
  let spans = "";
  for (let left = rest; words.length < 6; left = left.slice(1)) {
    const word = WORD.exec(left)?.[0];
    if (word === undefined) break;
    words.push(word.toLowerCase());
    spans += (words.length > 1 ? " " : "") + word;
    left = left.slice(word.length);
    if (left[0] !== " ") break;
  }
  const meaning = meaningAt(words);
  const mention = mentionAt(rest, world);
  // "It does not matter" names nothing, though "it" may.
  const isPhrase = mention?.standsFor !== undefined && (meaning?.size ?? 0) > 2;
  if (mention && !isPhrase) return { symbol: "M", text: mention.text, mention };
  const text = meaning
    ? spans.split(" ").slice(0, meaning.size).join(" ")
    : (WORD.exec(rest)?.[0] ?? rest[0] ?? "");
  if (!meaning) return { symbol: "v", text };
  return { symbol: meaning.symbol, text, isPast: isPast(words[0] ?? "") };
}

const LEAST_SLIP = 5;
// Among short words, one letter for another one mostly makes another word.
const LEAST_CHANGED = 8;

type Vocabulary = {
  known: ReadonlySet<string>;
  roots: ReadonlySet<string>;
  byInitial: ReadonlyMap<string, string[]>;
};

const VOCABULARIES = new WeakMap<World["plan"]["steps"], Vocabulary>();

// The words of the lexicon and of the titles of a plan, in all their forms.
function vocabularyOf({ steps }: World["plan"]): Vocabulary {
  const kept = VOCABULARIES.get(steps);
  if (kept) return kept;
  const titles = new Set(steps.flatMap((step) => wordsIn(step.title)));
  const own = [...titles].flatMap((word) => [word.replace(/s$/, ""), ...formsOf(word)]);
  const known = new Set([...lexiconWords, ...own]);
  const byInitial = Map.groupBy(known, (word) => word.charAt(0));
  const made = { known, roots: new Set(own.map(rootOf)), byInitial };
  VOCABULARIES.set(steps, made);
  return made;
}

// Words that are none, as slips of words that mean something here.
function mendedTowardsLexicon(text: string, { plan }: World): string {
  const { known, roots, byInitial } = vocabularyOf(plan);
  return text.replace(/"[^"]*"|\p{L}{3,}/gu, (word) => {
    const lower = word.toLowerCase();
    if (word.startsWith('"') || known.has(lower) || isStopWord(lower) || meaningAt([lower]) !== null)
      return word;
    if (cardinal(lower) !== null || ordinal(lower) !== null || presentOf(lower) !== null) return word;
    if (roots.has(rootOf(lower))) return word;
    const alike = byInitial.get(lower.charAt(0)) ?? [];
    return alike.find((other) => other.length >= lower.length - 1 && isNear(lower, other)) ?? word;
  });
}

function isNear(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1) return false;
  const isTurned = word.length === other.length && [...word].sort().join("") === [...other].sort().join("");
  if (isTurned && isSlip(word, other)) return true;
  const isLonger = word.length >= (word.length === other.length ? LEAST_CHANGED : LEAST_SLIP);
  return isLonger && other.length >= LEAST_SLIP && distance(word, other) === 1;
}
