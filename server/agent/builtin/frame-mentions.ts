import { cardinal, NUMBER_WORD, ordinal } from "./numerals.ts";
import type { World } from "./reference.ts";
import { resolve } from "./resolve.ts";
import type { Token } from "./frame-tokens.ts";

/** Words that name steps: as an order can repeat them, and the numbers of the steps where these are sure. */
export type Mention = {
  text: string;
  numbers: number[];
  words: string;
  /** Whether only the whole description says what is meant: "everything after 3". */
  isGroup?: boolean;
  /** The numbers of the steps that fit alike. */
  candidates?: number[];
  /** What a pronoun may stand for. */
  standsFor?: "one" | "several";
  /** Whether a step is meant that only has to do with what is named. */
  isLoose?: boolean;
};

const ONE = "(?:steps? (?:numbers? |nos?\\.? )?#?\\d+|number #?\\d+|#\\d+)";
const NTH =
  "(?:first|second|third|last|final|penultimate|[a-z]+th|second[- ]to[- ]last|next[- ]to[- ]last|\\d+(?:st|nd|rd|th))";
const TO = " ?(?:-|–|to|through|up to) ?#?(?:step )?";
const SHAPES = [
  `(?:the |any of (?:the )?|each of (?:the )?|all of (?:the )?)?(?:from )?(?:steps? )?#?\\d+${TO}\\d+`,
  `(?:(?:everything|all steps|every step|all)(?: else)?(?: that| which)?(?: (?:comes?|is|runs?|follows?|waits?))? (?:after|behind|before|following|from) |(?:steps? )?\\d+ and everything (?:after|behind) )(?:the )?(?:steps? )?#?\\d+(?: on| onwards?)?`,
  `the (?:very )?(?:first|last) ${NUMBER_WORD}(?: steps| ones)?(?! ?(?:times|retr))`,
  `(?:the )?(?:very )?${NTH} (?:step|one|task)(?! that)`,
  `(?:the )?${ONE}`,
  `(?:the )?steps? (?:number )?${NUMBER_WORD}`,
  `(?:everything|every(?: single)? step|all(?: of)?(?: the| these)? steps|the whole (?:plan|lot)|all of (?:them|it)|each(?: and every)? step|each of the steps)(?! else| but| except| apart| other than| save| besides)`,
  `\\d+(?![\\w.]|(?: more| further| extra)? (?:times|retr|attempt|tries|chance|minutes?|seconds?|hours?|days?))`,
].map((shape) => new RegExp(`^(?:both )?${shape}(?![\\w])`, "i"));

const SINGLE =
  /^(?:it|itself|that one|this one|that step|this step|the step|the one)(?![\w'])(?! (?:is|was) (?:step|the|#?\d))(?! (?:about|with|which|for|on|of|where|called|named|to)\b)/i;
const SEVERAL =
  /^(?:them|they|themselves|both of them|all of them|both(?=$|[,.;]|\s(?:can|could|may|should|must|shall|will|need|have|has|wait|run|go|start|at|in|after|before|once|as|are|is|off|together|please|now|too|side|alongside)\b)|these two|those two|the two(?: of them)?|the pair(?: of them)?|the ones|these|those)(?![\w'])(?! steps? \d)(?! \d)/i;

/** The steps that are named by number or place at the beginning of a text, or a word that stands for some; null for other words. */
export function mentionAt(text: string, world: World): Mention | null {
  for (const shape of SHAPES) {
    const words = shape.exec(text)?.[0];
    if (words === undefined) continue;
    const named = words.replace(/^(?:both|any of(?: the)?|each of(?: the)?)\s+/i, "");
    const reference = resolve(named, world);
    if (reference.type === "steps")
      return {
        text: words,
        numbers: reference.steps.map((step) => step.number),
        words: named,
        isGroup: /^(?:everything|every|each|all)\b/i.test(named),
      };
    if (reference.type === "missing" && reference.number !== null)
      return { text: words, numbers: [], words: named };
  }
  const single = SINGLE.exec(text)?.[0];
  if (single !== undefined) return { text: single, words: single, numbers: [], standsFor: "one" };
  const several = SEVERAL.exec(text)?.[0];
  return several === undefined ? null : { text: several, words: several, numbers: [], standsFor: "several" };
}

/** Pronouns as the steps that were named last in the sentence itself, else as what was spoken of before it. */
export function withPronouns(tokens: readonly Token[], world: World): Token[] {
  const known: Token[] = [];
  for (const token of tokens) {
    const { mention } = token;
    known.push(mention?.standsFor ? { ...token, mention: meantBy(mention, known, world) } : token);
  }
  return known;
}

function meantBy(mention: Mention, before: readonly Token[], world: World): Mention {
  const named = before.flatMap((token) =>
    token.mention && token.mention.numbers.length > 0 ? [token.mention] : [],
  );
  const isPlural = mention.standsFor === "several";
  const last = named.at(-1);
  if (!isPlural && last?.numbers.length === 1) return { ...mention, numbers: last.numbers };
  const all = [...new Set(named.flatMap(({ numbers }) => numbers))];
  const several = named.findLast(({ numbers }) => numbers.length > 1)?.numbers;
  const pair = several ?? pairIn(before, /\b(?:two|both|pair)\b/i.test(mention.words) ? all : []);
  if (isPlural && pair.length > 1) return { ...mention, numbers: [...pair] };
  if (isPlural && last?.numbers.length === 1 && isNamedInPlural(last.numbers[0] ?? 0, world))
    return { ...mention, numbers: last.numbers };
  const focus = world.focus.map((step) => step.number);
  const isMeant = named.length === 0 && focus.length > 0 && focus.length > 1 === isPlural;
  return isMeant ? { ...mention, numbers: focus } : mention;
}

// "They" may be one step that is about several things: "print the badges".
function isNamedInPlural(number: number, { plan }: World): boolean {
  return /[^s]s$/i.test(plan.steps[number - 1]?.title ?? "");
}

// "2 and 3 …, exchange them".
function pairIn(before: readonly Token[], all: readonly number[]): readonly number[] {
  const said = before.filter(({ symbol }) => symbol !== "_");
  const at = said.findLastIndex(
    ({ symbol }, index) => symbol === "&" && said[index - 1]?.mention && said[index + 1]?.mention,
  );
  const [one, other] = [said[at - 1]?.mention?.numbers ?? [], said[at + 1]?.mention?.numbers ?? []];
  if (at > 0 && one.length > 0 && other.length > 0) return [...one, ...other];
  return all.length === 2 ? all : [];
}

const TIMES =
  "(?:retr(?:y|ies)|re-?tries|attempts?|tries|try|chances?|(?<!\\d )goes|shots?|times?|repetitions)";
const COUNT = new RegExp(
  `^(?:up to |at most |a maximum of |no more than |for )*(?:(?<once>a second (?:chance|try|attempt|go)|another (?:chance|try|attempt|go|shot)|one more (?:chance|try|attempt|go|shot)|once more|once again|one more time|another time|twice|thrice)(?! [a-z]+ (?:is|are) )|(?<count>${NUMBER_WORD}|another|an?|no|zero)(?<more> more| further| extra| additional| other| single|(?<=another) ${NUMBER_WORD}(?: more)?)? (?<what>${TIMES})|(?<digits>\\d+) ?x)(?: (?<total>in total|altogether|all in all|before giving up))?(?: at most| max(?:imum)?)?(?![\\w])`,
  "i",
);

export type Count = {
  text: string;
  value: number;
  /** Whether the first time is counted. */
  isTotal: boolean;
  /** Whether it is said of what there is already: "one more". */
  isMore?: boolean;
};

/** "two more chances", "3 times", "twice": how often something is tried; null for other words. */
export function countAt(text: string): Count | null {
  const found = COUNT.exec(text);
  if (!found?.groups) return null;
  const { once, count = "", more = "", what = "", digits, total } = found.groups;
  const isAdded = /\b(?:more|further|extra|additional|another)\b/i.test(
    found[0].replace(/no more than/i, ""),
  );
  if (once !== undefined)
    return {
      text: found[0],
      value: /^t/i.test(once) ? (/^tw/i.test(once) ? 2 : 3) : 1,
      isTotal: false,
      isMore: isAdded,
    };
  if (digits !== undefined) return { text: found[0], value: Number(digits), isTotal: false };
  if (/^an?$/i.test(count) && /^time/i.test(what)) return null;
  const inner = cardinal(more.trim().split(" ")[0] ?? "");
  const value =
    inner ??
    (/^(?:no|zero)$/i.test(count)
      ? 0
      : /^(?:an?|another)$/i.test(count)
        ? 1
        : (cardinal(count) ?? ordinal(count) ?? (/^\d+$/.test(count) ? Number(count) : 0)));
  const isMore = /^retr|^re-/i.test(what) || more !== "" || /^another$/i.test(count);
  const isTotal = total !== undefined || !(isMore || /^times?$/i.test(what));
  return { text: found[0], value, isTotal, isMore: isAdded && !isTotal };
}
