import type { Mention } from "./frame-mentions.ts";
import type { Token } from "./frame-tokens.ts";

/** A clause by its meanings: one letter each, and what the letters "M", "#" and "Q" stand for. */
export type Clause = { letters: string; mentions: Mention[]; tokens: Token[] };

// "Need not", "no longer": what ends a duty, where "not" alone forbids.
const RELEASE = /X/g;

/** Reads a clause as plain orders, or leaves it to the next frame with null. */
export type Frame = (tokens: readonly Token[]) => string[] | null;

/** The clause without the meanings that a frame does not ask for. */
export function clauseOf(tokens: readonly Token[], unasked: string): Clause {
  const kept = withoutRepeats(tokens.filter(({ symbol }) => !unasked.includes(symbol)));
  return {
    letters: lettersOf(kept).replace(RELEASE, "n"),
    mentions: kept.flatMap(({ mention }) => mention ?? []),
    tokens: kept,
  };
}

export function lettersOf(tokens: readonly Token[]): string {
  return tokens.map(({ symbol }) => symbol).join("");
}

// A step that is named twice in a row is named once.
function withoutRepeats(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ mention }, index) => {
    const last = tokens[index - 1]?.mention;
    const isSame =
      mention && last && mention.numbers.length > 0 && String(mention.numbers) === String(last.numbers);
    return !isSame;
  });
}

/** A clause about one step, in which later words for that step say nothing new. */
export function clauseAboutOne(tokens: readonly Token[], unasked: string): Clause {
  const isNamed = tokens.some(({ mention }) => mention && mention.numbers.length > 0);
  // "Ignore it if 5 fails": the word stands for what is named behind it.
  const isAhead = ({ mention }: Token) =>
    isNamed && mention?.standsFor === "one" && mention.numbers.length === 0;
  const first = tokens.find((token) => token.mention && !isAhead(token))?.mention;
  const isAgain = (token: Token) =>
    token.mention !== undefined &&
    token.mention.numbers.length > 0 &&
    token.mention !== first &&
    String(token.mention.numbers) === String(first?.numbers);
  return clauseOf(
    tokens.filter((token) => !isAgain(token) && !isAhead(token)),
    unasked,
  );
}

/** How a plain order names the steps. */
export function named(...mentions: readonly (Mention | undefined)[]): string {
  const known = mentions.flatMap((mention) => mention ?? []);
  const [only, other] = known;
  if (only?.isGroup && !other) return only.words;
  const numbers = [...new Set(known.flatMap((mention) => mention.numbers))];
  if (known.some((mention) => mention.numbers.length === 0))
    return known.map(({ words }) => words).join(" and ");
  const [first, ...rest] = numbers;
  const last = rest.pop();
  return last === undefined ? `step ${first}` : `steps ${[first, ...rest].join(", ")} and ${last}`;
}

/** Lists of steps as one mention each; `isLoose` takes a comma alone for an "and". */
export function withListsJoined(tokens: readonly Token[], isLoose: boolean): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const list = listFrom(tokens, at, isLoose);
    if (list.length < 2) joined.push(token);
    else {
      const mentions = list.flatMap(({ mention }) => mention ?? []);
      const isSure = mentions.every(({ numbers }) => numbers.length > 0);
      const numbers = isSure ? [...new Set(mentions.flatMap((mention) => mention.numbers))] : [];
      const words = mentions.map((mention) => mention.words).join(" and ");
      joined.push({ symbol: "M", text: words, mention: { text: words, numbers, words } });
      at += 2 * (list.length - 1);
    }
  }
  return joined;
}

function listFrom(tokens: readonly Token[], at: number, isLoose: boolean): Token[] {
  const list: Token[] = [];
  const joints: string[] = [];
  for (let next = at; tokens[next]?.symbol === "M"; next += 2) {
    const token = tokens[next];
    if (token) list.push(token);
    const joint = tokens[next + 1]?.symbol ?? "";
    if (!/[&,]/.test(joint) || tokens[next + 2]?.symbol !== "M") break;
    joints.push(joint);
  }
  return isLoose || joints.includes("&") ? list : [];
}
