import { cardinal } from "./numerals.ts";
import { withNumbersForTitles } from "./named-steps.ts";
import { namesOf } from "./listed-plan.ts";
import { isQuestion, isSmallTalk } from "./question.ts";
import type { World } from "./reference.ts";
import { wordsIn } from "./words.ts";
import { type Frame, lettersOf, withListsJoined } from "./frame-clause.ts";
import {
  approvalFrame,
  failureFrame,
  isKept,
  removeFrame,
  renameFrame,
  retryFrame,
  sameFrame,
} from "./frame-deed.ts";
import { moveFrame, serialFrame, swapFrame, togetherFrame, unlinkFrame, waitFrame } from "./frame-order.ts";
import { markedText } from "./frame-text.ts";
import { type Token, tokensOf } from "./frame-tokens.ts";

/** What a message asks for in plain orders that the readers know, or the words that it has no meaning for. */
export type FramesRead = {
  orders: string[];
  unknown: string[];
  /** Steps of which the message leaves it open which one is meant: "remove 3 or 4". */
  choice?: number[];
};

const FRAMES: Frame[] = [
  renameFrame,
  sameFrame,
  retryFrame,
  failureFrame,
  approvalFrame,
  swapFrame,
  serialFrame,
  togetherFrame,
  unlinkFrame,
  removeFrame,
  moveFrame,
  waitFrame,
];

// "Skip 2, but still do 3" says of the second that it stays.
const STILL_DONE = /\b(?:still|nevertheless) (?:do|run|send|have|keep|execute|start|make)\b/i;
const MAX_TOKENS = 80;
const MAX_PARTS = 8;
/** Reads a message by the meanings of its words. Nothing is asked for unless every word is accounted for. */
export function readFrames(message: string, world: World): FramesRead {
  const read = readIn(message, world, false);
  if (!read.orders.some((order) => order.startsWith("remove "))) return read;
  // What is removed has to be named itself; "the report" is then any step about it.
  const strict = readIn(message, world, true);
  return strict.orders.length > 0 ? strict : read;
}

function readIn(message: string, world: World, isStrict: boolean): FramesRead {
  if (STILL_DONE.test(message)) return { orders: [], unknown: [] };
  const tokens = withReleases(tokensOf(markedText(message, world, isStrict), world));
  if (tokens.length > MAX_TOKENS) return { orders: [], unknown: [] };
  const choice = choiceIn(tokens);
  if (choice.length > 1) {
    const both = tokens.map((token) => (token.symbol === "|" ? { ...token, symbol: "&" } : token));
    const isRead = split(both, (token) => token.symbol === ";").every(
      (part) => readSentence(part, null) !== null,
    );
    return { orders: [], unknown: [], ...(isRead ? { choice } : {}) };
  }
  const orders: string[] = [];
  for (const sentence of split(tokens, (token) => token.symbol === ";")) {
    const read = readSentence(sentence, null);
    if (read === null) return { orders: [], unknown: unknownIn(tokens) };
    orders.push(...read);
  }
  const isCorrection = /^n,|^c[M]/.test(lettersOf(tokens));
  if (isCorrection || (orders.length > 1 && orders.some(isOfItself))) return { orders: [], unknown: [] };
  return { orders: [...new Set(orders)], unknown: [] };
}

// "Only if step 1 succeeded" is a condition, which says more than that one step waits for the other.
const ON_SUCCESS = /\bonly\b[^.;]*\b(?:if|when)\b[^.;]*\bsucce/i;

/** What a message comes to by the meanings of its words: plain orders, or a question; null when not all of it has a meaning. */
export function readByMeaning(
  message: string,
  world: World,
): { orders: string } | { question: string } | null {
  if (isSmallTalk(message) || isQuestion(message) || ON_SUCCESS.test(message)) return null;
  const { orders, choice } = readFrames(withNumbersForTitles(message, world.plan), world);
  const steps = (choice ?? []).flatMap((number) => world.plan.steps[number - 1] ?? []);
  if (steps.length > 1) return { question: `Do you mean ${namesOf(steps, "or")}? Nothing was changed.` };
  return orders.length > 0 ? { orders: orders.join(". ") } : null;
}

// What is said of one step or another one is said of neither for sure, unless it holds for any of them.
function choiceIn(tokens: readonly Token[]): number[] {
  if (tokens.some(({ symbol }) => /[InXF]/.test(symbol))) return [];
  const at = tokens.findIndex(
    ({ symbol }, index) => symbol === "|" && tokens[index - 1]?.mention && tokens[index + 1]?.mention,
  );
  return at < 0
    ? []
    : [...(tokens[at - 1]?.mention?.numbers ?? []), ...(tokens[at + 1]?.mention?.numbers ?? [])];
}

// "Does not have to" and "need not" end a duty.
function withReleases(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    const last = tokens[index - 1];
    const isHead =
      (token.symbol === "n" && next?.symbol === "h") || (token.symbol === "W" && next?.symbol === "n");
    const isRest =
      (token.symbol === "h" && last?.symbol === "n") || (token.symbol === "n" && last?.symbol === "W");
    if (isHead) return [{ ...token, symbol: "X" }];
    return isRest ? [] : [token];
  });
}

const MAX_UNKNOWN = 2;

/** The few words that keep an order about a step from making sense; none where more than these are missing. */
export function unknownWords(message: string, world: World): string[] {
  const { unknown } = readFrames(withNumbersForTitles(message, world.plan), world);
  const said = wordsIn(message);
  return unknown.filter((word) => said.includes(word.toLowerCase()));
}

function split(tokens: readonly Token[], isJoint: (token: Token) => boolean): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (isJoint(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

// Where more words than a few mean nothing, none of them is what keeps it from making sense.
function unknownIn(tokens: readonly Token[]): string[] {
  const isAboutStep = tokens.some(({ mention }) => mention && mention.numbers.length > 0);
  const unknown = tokens.flatMap((token) => (token.symbol === "v" ? [token.text] : []));
  return isAboutStep && unknown.length <= MAX_UNKNOWN ? unknown : [];
}

// A step that would wait for itself, in a message of more than that, was not what was said.
function isOfItself(order: string): boolean {
  const [, first, second] = /^make (.+) wait for (.+)$/.exec(order) ?? [];
  const numbers = (text = ""): string[] => [...(text.match(/\d+/g) ?? [])];
  return numbers(first).some((number) => numbers(second).includes(number));
}

type Part = { orders: string[]; tokens: readonly Token[] };

// The fewest clauses that each make sense, one of which may lack what the clause before it has.
function readSentence(tokens: readonly Token[], before: Part | null): string[] | null {
  const ends = [...tokens.keys()].filter((index) => /[,&~s]/.test(tokens[index]?.symbol ?? ""));
  if (ends.length > MAX_PARTS * 2) return null;
  for (const end of [tokens.length, ...ends.reverse()]) {
    const clause = tokens.slice(0, end);
    const orders = readClause(clause, before);
    if (orders === null) continue;
    if (end === tokens.length) return orders;
    const rest = readSentence(tokens.slice(end + 1), orders.length > 0 ? { orders, tokens: clause } : before);
    if (rest !== null) return [...orders, ...rest];
  }
  return null;
}

function readClause(tokens: readonly Token[], before: Part | null): string[] | null {
  const letters = lettersOf(tokens);
  if (/^[_,&;~imhcygr$]*$/.test(letters)) return [];
  if (/!/.test(letters) || isTold(tokens)) return null;
  if (tokens.some((token, index) => token.symbol === "v" && !isDeed(tokens, index)) && before === null)
    return null;
  if (isKept(tokens, before?.orders.every((order) => order.startsWith("remove")) ?? false)) return [];
  if (before !== null && isEcho(withoutKnown(tokens, before))) return [];
  for (const whole of [tokens, ...(before === null ? [] : borrowed(tokens, before.tokens))]) {
    if (whole.some((token, index) => token.symbol === "v" && !isDeed(whole, index))) continue;
    const orders = read(whole);
    if (orders !== null) return orders;
  }
  return null;
}

function read(tokens: readonly Token[]): string[] | null {
  // "If 5 or 6 fails" is said of both; "remove 5 or 6" of one of them.
  const isOfBoth = tokens.some(({ symbol }) => /[InF]/.test(symbol));
  const said = isOfBoth
    ? tokens.map((token) => (token.symbol === "|" ? { ...token, symbol: "&" } : token))
    : tokens;
  const ways = [withListsJoined(said, false), withListsJoined(said, true), said];
  for (const way of ways) {
    const fits = [...new Set(FRAMES.flatMap((frame) => frame(way)?.join("; ") ?? []))];
    // What can be read in two ways is not carried out.
    if (fits.length > 1) return null;
    if (fits[0] !== undefined) return fits[0].split("; ");
  }
  return null;
}

// "3 was removed" tells what happened; behind "until" it says what is waited for.
function isTold(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(({ symbol }) => /[abukqIF]/.test(symbol));
  const told = tokens.slice(0, end < 0 ? tokens.length : end);
  const isFailed =
    tokens[end]?.symbol === "F" && tokens[end]?.isPast && told.some(({ symbol }) => symbol === "M");
  return isFailed || told.some(({ symbol }) => symbol === "D");
}

// Between who does it and a step, an unknown verb is what is done there: "nobody digs through step 4".
function isDeed(tokens: readonly Token[], index: number): boolean {
  const [before, next, later] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]];
  const isBeforeStep = next?.symbol === "M" || (/[pdg]/.test(next?.symbol ?? "") && later?.symbol === "M");
  const isLed =
    /[nXmhciy]/.test(before?.symbol ?? "") ||
    (/[abuqk]/.test(before?.symbol ?? "") && /ing$/i.test(tokens[index]?.text ?? ""));
  const isSaidOf =
    /[abuqk]/.test(next?.symbol ?? "") && tokens.slice(0, index).some(({ symbol }) => symbol === "M");
  return (isBeforeStep || isSaidOf) && isLed && /^[a-z]+$/i.test(tokens[index]?.text ?? "");
}

// Says once more that nobody waits, or that one comes after the other.
function isEcho(letters: string): boolean {
  return /^(?:[nXmhci]*[wWK]+[gd]*|[nX]*[JZ]+|[mhc]*[fl]+)$/.test(letters.replace(/[_,&ir]/g, ""));
}

// The letters of a clause without the step that the clause before it was about.
function withoutKnown(tokens: readonly Token[], before: Part): string {
  const last = before.tokens.findLast(({ mention }) => mention !== undefined)?.mention;
  const isLast = (token: Token) =>
    token.mention && last && String(token.mention.numbers) === String(last.numbers);
  return tokens.map((token) => (isLast(token) ? "" : token.symbol)).join("");
}

function countIn(word: string): number | null {
  return /^none$/i.test(word) ? 0 : /^once$/i.test(word) ? 1 : cardinal(word);
}

// The clause with what it leaves out: the steps, or what is said of them.
function borrowed(tokens: readonly Token[], before: readonly Token[]): Token[][] {
  const steps = before.filter(({ symbol }) => symbol === "M");
  const [first, ...more] = steps;
  const own = tokens.filter(({ symbol }) => symbol === "M");
  const count = before.find(({ symbol }) => symbol === "#");
  const ways: Token[][] = [];
  if (own.length === 0 && first && more.length === 0) ways.push([first, ...tokens], [...tokens, first]);
  if (own.length === 1 && first && more.length === 0 && tokens.every(({ symbol }) => /[Mmhc_]/.test(symbol)))
    ways.push(before.map((token) => (token === first && own[0] ? own[0] : token)));
  const [bare] = tokens;
  const value = countIn(bare?.text ?? "");
  if (count?.count && bare && value !== null && own.length > 0)
    ways.push([{ ...count, count: { ...count.count, value } }, ...tokens.slice(1)]);
  const [end] = tokens.slice(-1);
  const later = countIn(end?.text ?? "");
  if (count?.count && end && later !== null && own.length > 0)
    ways.push([...tokens.slice(0, -1), { ...count, count: { ...count.count, value: later } }]);
  if (own.length === 1 && first && more.length === 0 && /^[,&~]*nM$/.test(lettersOf(tokens)))
    ways.push([
      ...tokens.slice(0, -1),
      ...before.map((token) => (token === first && own[0] ? own[0] : token)),
    ]);
  const verb = before.findIndex(({ symbol }) => /[wW]/.test(symbol));
  const at = tokens.findIndex(({ symbol }) => symbol === "p");
  if (verb >= 0 && /^M[mhc]*pM$/.test(lettersOf(tokens)))
    ways.push(tokens.map((token, index) => (index === at ? (before[verb] ?? token) : token)));
  return ways;
}
