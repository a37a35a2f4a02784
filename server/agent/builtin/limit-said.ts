import type { Budget } from "#server/core/plan.ts";
import { cardinal, NUMBER_WORD } from "./numerals.ts";
import { secondsIn } from "./span-of-time.ts";

export type Limit = { name: keyof Budget; value: number };

const COUNT = `(?:\\d{1,3}(?:[, ]\\d{3})+|\\d+(?:\\.\\d+)?k?|an?|${NUMBER_WORD})`;
const UNIT =
  "(?:tool[- ]?calls?|calls?(?: (?:to|of) tools?)?|tokens?|approvals?|dollars?|usd|us\\$|bucks?|cents?|seconds?|secs?|s|minutes?|mins?|hours?|h|days?)";
const QUANTITY = `(?:[$]\\s?\\d+(?:\\.\\d+)?|${COUNT} ?${UNIT})`;
const QUANTITIES = `(?<what>${QUANTITY}(?:(?:,| and|, and) (?:at most |up to )?${QUANTITY})*)`;
const RUN =
  "(?:(?:(?:the|a|an|one|each|every|this|any|my|our|whole|entire|single|full|agent's|plan's)[\\s]+)*(?:runs?|plan|agent|job|workflow|budget)|(?:all |the )*runs)";
const OWN = `(?: (?:per|for|in|of|during|within|by) (?:${RUN}|everything|all of it|it all))?`;
const MOST =
  "(?:at (?:the )?most|up to|(?:no|not) (?:more|longer) than|(?:a )?max(?:imum)?(?: of)?|under|below|less than|within|only)";
const THING =
  "(?:the )?(?:(?:tool[- ]?)?calls?|tools?|tokens?|costs?|money|spend(?:ing)?|price|expenses|(?:running |wall )?time|duration|approvals?|budget|limit)";
const END = "(?: (?:in total|altogether|overall|all in all|please|from now on))*";

const SAID = [
  `(?:limit|cap|restrict|keep|hold|set|confine) (?:${RUN}|${THING}${OWN})(?: (?:to|at))?(?: ${MOST})? ${QUANTITIES}${OWN}`,
  `(?:set|put|add|make|use|give) (?:${RUN} )?(?:an? |the )?(?:budget|limit|cap|maximum) (?:of|to|at) ${QUANTITIES}(?: (?:per|on|for|to) (?:${RUN}|it|everything))?`,
  `(?:the |a )?(?:budget|limit|cap|maximum)${OWN}(?: is|:| =|: is)? ?(?:${MOST} )?${QUANTITIES}${OWN}`,
  `${RUN} (?:(?:may|can|should|must|shall|will|is allowed to|has to) )?(?:only |not )*(?:use|uses|make|makes|take|takes|cost|costs|spend|spends|last|lasts|run|need|needs|do|call)(?: for)? (?:${MOST}|more than|longer than) ${QUANTITIES}`,
  `(?:(?:do not|never) )?(?:use|make|spend|allow|permit|take|cost|run)(?: for)? (?:${MOST}|more than|longer than) ${QUANTITIES}${OWN}`,
  `${RUN} (?:(?:may|must|should|shall|can) )?(?:is|are|be)?(?: ?limited to|capped at) ${QUANTITIES}`,
  `${MOST} ${QUANTITIES} (?:per|a|for each|for the|in a|for one) (?:whole )?run`,
  `(?:stop|abort|cancel|end|halt|pause) (?:${RUN} )(?:after|when it (?:has )?(?:used|costs?|cost|spent|spends|taken|takes|reaches|made|makes)(?: ${MOST}| more than)?|at|once it (?:has )?(?:used|cost|spent|taken|made|reaches)) ${QUANTITIES}`,
].map((pattern) => new RegExp(`^(?:(?:please|and|also|but|then)[\\s,]+)*${pattern}${END}$`, "i"));
// A limit on time, calls or money that says of nothing else that it is of a step.
const OF_STEP = /\bsteps?\b|\battempts?\b|\bretr(?:y|ies)\b/i;

// "Limit the tool calls to 12": what is counted stands in front.
const COUNTED = new RegExp(
  `^(?:(?:please|and|also|but|then)[\\s,]+)*(?:limit|cap|restrict|keep|set) (?:the )?(?:(?:number|amount) of )?(?<unit>tool[- ]?calls?|tokens?|approvals?)(?: (?:limit|budget))?${OWN}(?: (?:to|at))?(?: ${MOST})? (?<count>${COUNT})${OWN}${END}$`,
  "i",
);

/** What one run may use by such words as "limit the run to 12 tool calls"; null for other words. */
export function limitsSaid(clause: string): Limit[] | null {
  const text = clause.trim().replace(/[.!;]+$/, "");
  if (OF_STEP.test(text)) return null;
  const { count = "", unit = "" } = COUNTED.exec(text)?.groups ?? {};
  const counted = count === "" ? null : limitOf(`${count} ${unit}`);
  if (counted !== null) return [counted];
  for (const pattern of SAID) {
    const what = pattern.exec(text)?.groups?.["what"];
    if (what === undefined) continue;
    const limits = [...what.matchAll(new RegExp(QUANTITY, "gi"))].map(([quantity]) => limitOf(quantity));
    const known = limits.filter((limit) => limit !== null);
    if (known.length === limits.length) return known;
  }
  return null;
}

function limitOf(quantity: string): Limit | null {
  const dollars = /^[$]\s?([\d.]+)$/.exec(quantity)?.[1];
  if (dollars !== undefined) return { name: "costUsd", value: Number(dollars) };
  const [, count = "", unit = ""] = new RegExp(`^(${COUNT}) ?(${UNIT})$`, "i").exec(quantity) ?? [];
  const value = numberIn(count);
  if (value === null) return null;
  if (/call/i.test(unit)) return { name: "toolCalls", value };
  if (/token/i.test(unit)) return { name: "tokens", value };
  if (/approval/i.test(unit)) return { name: "approvals", value };
  if (/cent/i.test(unit)) return { name: "costUsd", value: value / 100 };
  if (/dollar|usd|us\$|buck/i.test(unit)) return { name: "costUsd", value };
  const seconds = secondsIn("1", unit);
  return seconds === null ? null : { name: "wallSeconds", value: Math.round(value * seconds) };
}

function numberIn(count: string): number | null {
  if (/^an?$/i.test(count)) return 1;
  const plain = count.replace(/[, ](?=\d{3})/g, "");
  if (/^\d+(?:\.\d+)?k$/i.test(plain)) return Number(plain.slice(0, -1)) * 1_000;
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : cardinal(plain);
}
