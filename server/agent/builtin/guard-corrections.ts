import type { Decision } from "./decide.ts";
import { changedBy, type Decide, editsIn, saying } from "./guard-edits.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { withMentionsNumbered } from "./masked-mentions.ts";
import { namedWholly } from "./named-wholly.ts";
import { numberedOrder } from "./plain-order.ts";
import { withQuotesHidden } from "./plain-words.ts";

/** A message that takes back a part of itself. */
type Correction = { first: string; second: string; isFirm: boolean };

const NO =
  "(?:no+|nope|nah|nein)(?=\\s*(?:[,.;:!…–—-]|$)|\\s+(?:no+|wait|hang|hold|sorry|actually|rather|i (?:mean|meant)|make (?:that|it)|scratch|steps? #?\\d|number \\d|#?\\d|not|the (?:\\w+ (?:one|step)|first|second|third|last)\\b)|\\s+only\\b)";
const MARKS = `(?:${NO}|wait(?=\\s*(?:[,.;:!…–—-]|$)|\\s+(?:no|sorry|actually|keep|leave|make|not|i (?:mean|meant)|steps? #?\\d)\\b)|hang on|hold on|sorry(?! (?:for|about|to)\\b)|oops|whoops|actually|i (?:mean|meant)|or rather|rather(?! than)|scratch that|strike that|forget that|correction|my mistake|make (?:that|it)(?= (?:steps? )?#?\\d)|better|argh|damn|hm+|uh|um|er|erm)`;
const CORRECTION = new RegExp(
  `^(.*?[^\\s,.;:!?…–—-])\\s*(?:[,.;!?…]+\\s*|\\s[-–—]+\\s*|[–—]\\s*)(?:but |or |oh |ah )?((?:${MARKS}\\b[\\s,.!:;…–—-]*)+)(.*)$`,
  "is",
);
const FIRM =
  /\b(?:no+|nope|nah|nein|wait|hang on|hold on|scratch that|strike that|forget that|correction|my mistake)\b/i;
const WEAK_MARK = /^(?:better|hm+|uh|um|er|erm|argh|damn)[\s,.!:;…–—-]*$/i;
const MORE = /\b(?:also|too|as well|additionally|in addition)\b/i;
// What leads to a message is no part that could be taken back.
const OPENING =
  /^(?:(?:oh|ah|hm+|ok(?:ay)?|well|so|um|uh|er|ouch|damn|argh|no+|nope|wait|sorry|oops|whoops|actually|please|hey|hi|hello|right|yes|yeah|now|and|but|that was wrong|thanks|thank you)[\s,.!…–-]*)+$/i;
const TAIL =
  /(?:[,\s]+(?:please|instead|of course|i (?:mean|meant|think)|sorry|actually|rather|thanks|then))+[.!\s]*$/i;
const WHOLE_TEXT =
  /\b(?:instructions?|template|body|content|message|text|objective|goal)\b.*(?:\bto\b|:)|"[^"]*$/i;
const UNIT =
  "times|retries|attempts|tries|seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|%|percent|dollars?|tokens?";
const AMOUNT = new RegExp(`\\b(\\d+)\\s*(${UNIT})(?!\\w)`, "gi");
const STEP = new RegExp(
  `\\b(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\\d+(?:st|nd|rd|th))(?: (?:step|one))?\\b|\\b(?:the )?(?:steps? (?:number )?|number )#?\\d+\\b|#\\d+\\b|(?<![\\w.$#/:-])\\d+(?!\\s*(?:${UNIT})(?!\\w)|[\\w/:%]|\\.\\d)`,
  "gi",
);
const PLACE =
  /\b(?:right |directly |straight )?(?:to|at) the (?:very )?(?:end|start|beginning|top|bottom|front)\b.*$|\b(?:right |directly |straight )?(?:after|before|behind|in front of)\b.*$/i;
const PREPOSITION = /^(?:for|on|after|before|behind|to|with|from|into|until) (?=\S)/i;
const SETTLED =
  /^(?:There is no step|The plan already is so|That is not possible|Your message asks|.* cannot (?:wait for|move) )/;
const PRONOUN = /\b(?:it|that|this|them|those|these)\b/i;

/** Decides about a message that corrects itself: the correction counts, or it is asked. Null for other messages. */
export function decideCorrected(message: string, decide: Decide, plan: ListedPlan): Decision | null {
  const found = correctionIn(numberedOrder(message, plan));
  if (found === null) return null;
  const order = replacedIn(found, plan);
  if (order !== null) {
    const decision = decide(order);
    return decision.calls.length > 0 || SETTLED.test(decision.reply) ? decision : unclear(found);
  }
  const whole = decide(message);
  if (whole.calls.length === 0) return whole;
  if (found.second === "") return unclear(found);
  const first = keys(decide(found.first));
  const second = keys(decide(found.second));
  const all = keys(whole);
  const isSecond = second.length > 0 && String(all) === String(second) && !PRONOUN.test(found.second);
  const isFirstLeft = first.length > 0 && first.every((key) => all.includes(key));
  const isSameKind = found.isFirm || opsOf(first) === opsOf(second);
  const named = stepsIn(found.second, plan);
  const isOfSecond =
    named !== "" && named === stepsChanged(whole, plan) && /^(?:only|just)\b/i.test(found.second);
  if (isOfSecond && !isFirstLeft) return whole;
  if (isSecond && !isFirstLeft && isSameKind && new Set(first).size < 2) return whole;
  return unclear(found);
}

function correctionIn(text: string): Correction | null {
  let found: Correction | null = null;
  const quotes: string[] = text.match(/"[^"]*"|```[\s\S]*?```|`[^`\n]*`/g) ?? [];
  withQuotesHidden(text, (bare) => {
    const [, first = "", marks = "", rest = ""] = CORRECTION.exec(bare) ?? [];
    const isAny = marks !== "" && !WEAK_MARK.test(marks) && !MORE.test(rest) && !WHOLE_TEXT.test(first);
    const isFirm = FIRM.test(marks);
    if (OPENING.test(first)) return bare;
    const shown = (part: string) =>
      part.replace(/⟪(\d+)⟫/g, (_all, index: string) => quotes[Number(index)] ?? "");
    const second = shown(rest.replace(TAIL, "").replace(/[\s,.;:!…–—-]+$/, ""));
    if (isAny && (second !== "" || isFirm)) found = { first: shown(first), second, isFirm };
    return bare;
  });
  return found;
}

function unclear({ first, second }: Correction): Decision {
  const taken = second === "" ? "" : `, corrected by "${second}"`;
  return saying(
    `I read "${first}"${taken}, and I am not sure what of it still holds. Which change do you want? Say it as one order. Nothing was changed.`,
  );
}

// The message with the thing of the same kind in the place of the one that was wrong.
function replacedIn({ first, second }: Correction, plan: ListedPlan): string | null {
  const spoken = second.replace(
    /^(?:(?:only|just|rather|better|make (?:it|that)|i (?:mean|meant)|the one)[:,]? )+/i,
    "",
  );
  if (/^(?:keep|leave|spare|not|but|except)\b/i.test(spoken))
    return `${first}, but ${spoken.replace(/^but /i, "")}`;
  const place = PLACE.exec(spoken)?.index === 0 && PLACE.test(first) ? first.replace(PLACE, spoken) : null;
  if (place !== null) return place;
  if (/^"[^"]+"$/.test(spoken) && /"[^"]+"$/.test(first)) return first.replace(/"[^"]+"$/, spoken);
  return withAmount(first, spoken) ?? withSteps(first, spoken, plan);
}

function withAmount(first: string, spoken: string): string | null {
  const [all, number = "", unit = ""] = new RegExp(AMOUNT.source, "i").exec(spoken) ?? [];
  if (all !== spoken) return null;
  const kind = unit.slice(0, 3).toLowerCase();
  const amounts = [...first.matchAll(AMOUNT)].filter((found) => isLike(found[2] ?? "", kind));
  const [amount, more] = amounts;
  if (!amount || more) return null;
  return `${first.slice(0, amount.index)}${number} ${unit}${first.slice(amount.index + amount[0].length)}`;
}

const REPEATED = /^(?:tim|ret|att|tri)/i;

function isLike(unit: string, kind: string): boolean {
  return (REPEATED.test(unit) && REPEATED.test(kind)) || !(REPEATED.test(unit) || REPEATED.test(kind));
}

function withSteps(first: string, spoken: string, plan: ListedPlan): string | null {
  const preposition = PREPOSITION.exec(spoken)?.[0] ?? "";
  const words = spoken.slice(preposition.length);
  const isNumber = /^#?\d+$/.test(words);
  const isBare = isNumber || /^(?:the )?(?:steps?|number|#)/i.test(words);
  const named = words.split(/\s+/).length > 8 ? null : namedWholly(words, { plan, focus: [] });
  const isNone = isBare && /\d+$/.test(words) && named?.type === "missing";
  if (!isNone && (named?.type !== "steps" || named.steps.length === plan.steps.length)) return null;
  const numbers = named?.type === "steps" ? named.steps.map(({ number }) => `step ${number}`) : [words];
  const plain = [...first.matchAll(STEP)];
  const text = plain.length > 0 ? first : withMentionsNumbered(first, plan);
  const mentions = plain.length > 0 ? plain : [...text.matchAll(STEP)];
  // A bare number beside an amount may be either.
  if (isNumber && [...text.matchAll(AMOUNT)].length > 0) return null;
  const from = spanOf(text, mentions, numbers.length, preposition);
  if (from === null) return null;
  return `${text.slice(0, from.from)}${numbers.join(" and ")}${text.slice(from.to)}`;
}

type Span = { from: number; to: number };

// The one step that was named, as many in a list as now, or the one behind the same preposition.
function spanOf(
  text: string,
  mentions: readonly RegExpExecArray[],
  count: number,
  preposition: string,
): Span | null {
  const [first, last] = [mentions[0], mentions.at(-1)];
  if (!first || !last) return null;
  if (preposition !== "") {
    const behind = mentions.filter(({ index }) =>
      text.slice(0, index).toLowerCase().endsWith(` ${preposition.toLowerCase()}`),
    );
    const [one, more] = behind;
    return one && !more ? { from: one.index, to: one.index + one[0].length } : null;
  }
  const span = { from: first.index, to: last.index + last[0].length };
  if (mentions.length === 1) return span;
  const isList = /^(?:[\s,#\d]|\b(?:and|steps?|the)\b)+$/i.test(text.slice(span.from, span.to));
  return isList && mentions.length === count ? span : null;
}

function stepsIn(words: string, plan: ListedPlan): string {
  const bare = words.replace(/^(?:(?:only|just|on|for|rather) )+/i, "");
  const named = bare.split(/\s+/).length > 8 ? null : namedWholly(bare, { plan, focus: [] });
  return named?.type === "steps" ? String(named.steps.map(({ number }) => number)) : "";
}

function stepsChanged(decision: Decision, plan: ListedPlan): string {
  const changed = new Set(editsIn(decision).flatMap((edit) => changedBy(edit, plan)));
  return String(plan.steps.filter((step) => changed.has(step)).map(({ number }) => number));
}

function keys(decision: Decision): string[] {
  return [...editsIn(decision), ...decision.calls.filter(({ name }) => name !== "edit_plan")].map((item) =>
    JSON.stringify(item),
  );
}

function opsOf(list: readonly string[]): string {
  return [...new Set(list.map((key) => /"op":"\w+"/.exec(key)?.[0]))].join();
}
