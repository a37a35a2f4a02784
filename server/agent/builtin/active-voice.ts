import { isOrderVerb } from "./brief-verbs.ts";
import { bareVerb } from "./bare-verb.ts";
import { presentOf } from "./words.ts";

const BE =
  "(?:(?:is|are|was|were|has been|have been|gets?|got|(?:should|must|has to|have to|needs? to|is to|are to|can|will|shall)(?: then| first| also)* (?:be|get))(?: (?:then|first|also|finally|next|now|always|to be))*)";
const PASSIVE = new RegExp(
  `^(?<object>(?:the|a|an|all|each|every|both|our|my|your|these|those|it|they|that|this)\\b[^,;]*?) ${BE} (?<verb>[a-z-]+)(?<rest>(?: .*)?)$`,
  "i",
);

// What is said to be so is no work: "the shop is closed on Mondays".
const ASKED_FOR =
  /\b(?:should|must|has to|have to|needs? to|gets?|will|shall|is to|are to)\b|\b(?:then|first|finally|next|after|once|before|as soon as|when)\b/i;

/** "The slides get sent to the speakers" as an order: "send the slides to the speakers"; null for other words. */
export function asOrder(text: string): string | null {
  const { object, verb = "", rest = "" } = PASSIVE.exec(text.trim())?.groups ?? {};
  const plain = object === undefined ? null : plainOf(verb);
  return object === undefined || plain === null ? null : `${plain} ${lowerFirst(object)}${rest}`;
}

/** The same for words that ask for work; what only tells how things are is none. */
export function asOrderOfWork(text: string): string | null {
  return ASKED_FOR.test(text) ? asOrder(text) : null;
}

function lowerFirst(text: string): string {
  return /^(?:the|an?|all|each|every|both|our|my|your|these|those|it|they|that|this)\b/i.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

/** The plain form of a participle, "sent" as "send"; null for a word that is none. */
export function plainOf(participle: string): string | null {
  const word = participle.toLowerCase();
  if (/^(?:done|finished|over|there|ready|complete|completed|through|gone)$/.test(word)) return null;
  const irregular = presentOf(word);
  if (irregular !== null) return irregular;
  if (isOrderVerb(word) && !word.endsWith("ed")) return word;
  const stem = /^(\w{2,})ied$/.exec(word)?.[1];
  if (stem !== undefined) return `${stem}y`;
  const [, base] = /^(\w{2,})ed$/.exec(word) ?? [];
  if (base === undefined) return null;
  return [`${base}e`, base, bareVerb(base)].find((form) => isOrderVerb(form)) ?? bareVerb(base);
}
