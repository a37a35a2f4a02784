import type { ListedStep } from "./listed-plan.ts";
import { cardinal } from "./numerals.ts";
import { isSlip, isStopWord, likeness, rootOf, wordsIn } from "./words.ts";

type TitleMatch = { step: ListedStep; score: number };

/** Verbs whose object is what the step makes: "the draft" is the step that writes the draft. */
const MAKING = new Set(
  `write create make build draft generate produce compute fetch get pull load read download collect extract find
  prepare compile gather calculate compose record`.split(/\s+/),
);

// Below this share of words that fit, a description means something else.
const LEAST = 0.42;

// Verbs that say little about which step is meant.
const LIGHT = new Set("send sending sent do doing run running make making start happen go going".split(" "));

/** Ways of sending: "send the invoice" is "Email the invoice" rather than "Write the invoice". */
const SENDING = new Set(
  "email mail post publish forward ship deliver submit notify transmit message text fax hand dispatch".split(
    " ",
  ),
);

/** Every step that a description may mean, best first; empty when its words fit none. */
export function matchTitles(
  words: string,
  steps: readonly ListedStep[],
  least = LEAST,
  isStrict = false,
): TitleMatch[] {
  const known = MATCHES.get(steps) ?? new Map<string, TitleMatch[]>();
  MATCHES.set(steps, known);
  const key = `${least} ${isStrict} ${words}`;
  const matches = known.get(key) ?? rateTitles(words, steps, least, isStrict);
  known.set(key, matches);
  return [...matches];
}

// The same words are looked for again and again while a sentence is read in one way after the other.
const MATCHES = new WeakMap<readonly ListedStep[], Map<string, TitleMatch[]>>();

function rateTitles(
  words: string,
  steps: readonly ListedStep[],
  least: number,
  isStrict: boolean,
): TitleMatch[] {
  const asked = wordsIn(words).filter((word) => !isStopWord(word));
  if (asked.length === 0) return [];
  const adjunct = isStrict || /\bsteps?\b/i.test(words);
  const titles = steps.map((step) => ({ step, words: titleWords(step.title) }));
  const fits = asked.map((word) => {
    const sure = titles.map((title) => best(word, title.words, likeness));
    return sure.some((fit) => fit > 0) ? sure : titles.map((title) => best(word, title.words, slipLikeness));
  });
  const weights = fits.map((row, index) => {
    const hits = row.filter((fit) => fit > 0).length;
    return (1 / Math.max(1, Math.sqrt(hits))) * (LIGHT.has(asked[index] ?? "") && hits === 0 ? 0.3 : 1);
  });
  const isNumber = asked.map((word) => /^\d+$/.test(word) || cardinal(word) !== null);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return titles
    .map(({ step, words: own }, at) => {
      const covered =
        fits.reduce((sum, row, index) => sum + (row[at] ?? 0) * (weights[index] ?? 0), 0) / total;
      // "5 minutes" is no step because its title has a 5.
      const byNumber = !isNumber.every(Boolean) && fits.every((row, index) => !row[at] || isNumber[index]);
      return { step, score: covered === 0 || byNumber ? 0 : covered + bonus(asked, own, adjunct) };
    })
    .filter((match) => match.score >= least)
    .sort((a, b) => b.score - a.score);
}

function titleWords(title: string): string[] {
  const words = wordsIn(title);
  const joined = words.slice(0, -1).map((word, index) => `${word}${words[index + 1]}`);
  return [...words.filter((word) => !isStopWord(word)), ...joined];
}

function best(word: string, words: readonly string[], measure: (a: string, b: string) => number): number {
  return Math.max(0, ...words.map((other) => measure(word, other)));
}

// Words that order steps are not taken for slips of other words.
const NO_SLIP = /^(?:wait(?:s|ed|ing)?|after|before|once|when)$/;

function slipLikeness(a: string, b: string): number {
  if (NO_SLIP.test(a)) return 0;
  return isSlip(a, b) || isSlip(rootOf(a), rootOf(b)) ? 0.9 : 0;
}

// Who says "the translation" means the step that translates, rather than one that uses the translation.
function bonus(asked: readonly string[], own: readonly string[], adjunct: boolean): number {
  const [verb = "", ...rest] = own;
  const verbal = asked.some((word) => likeness(word, verb) > 0.9 || (/^send/.test(word) && SENDING.has(verb)))
    ? 0.2
    : 0;
  const product =
    !adjunct && MAKING.has(verb) && asked.length === 1 && rest.some((word) => word === asked[0]) ? 0.22 : 0;
  const complete = own.length <= asked.length + 1 ? 0.02 : 0;
  return Math.max(verbal, product) + complete;
}
