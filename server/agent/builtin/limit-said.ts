import type { Budget } from "#server/core/plan.ts";
import { cardinal, NUMBER_WORD } from "./numerals.ts";
import { secondsIn } from "./span-of-time.ts";

export type Limit = { name: keyof Budget; value: number };

const COUNT = `(?:(?:\\d{1,3}(?:[, ]\\d{3})+|\\d+(?:\\.\\d+)?|an?|half an?|half a|${NUMBER_WORD}|twenty|thirty|forty|fifty)(?:k| ?(?:thousand|million|mio))?)`;
const UNIT =
  "(?:(?:tool|api)[- ]?calls?|calls?(?: (?:to|of) tools?)?|(?:calls?|requests?) (?:to|of) (?:an?|the|any) api|tokens?|approvals?|dollars?|usd|us\\$|bucks?|cents?|seconds?|secs?|s|minutes?|mins?|hours?|h|days?)";
const QUANTITY = `(?:(?:us)?[$]\\s?\\d+(?:\\.\\d+)?|${COUNT} ?${UNIT}(?![\\w$]))`;
const RUN =
  "(?:(?:(?:the|a|an|one|each|every|this|any|my|our|whole|entire|single|full|agent's|plan's)[\\s]+)*(?:runs?|plan|agent|job|workflow|budget)|(?:all |the )*runs)";
const IT = "(?:it|this|that|everything|all of it|it all|the whole thing)";
const OWN = `(?: (?:(?:per|for|in|of|during|within|by) (?:${RUN}|everything|all of it|it all)|(?:a|each|every) (?:single )?run|(?:each|every) time(?: it runs)?)|/run)?`;
const MOST =
  "(?:at (?:the )?most|up to|(?:no|not) (?:more|longer) than|(?:a )?max(?:imum)?(?: of)?|under|below|less than|within|only)";
const BEHIND = "(?: (?:at (?:the )?most|max(?:imum)?|tops|or less|or fewer))";
const MORE = "(?:more than|longer than)";
const AND = "(?:,|,? and|;|,? or| nor) ";
const QUANTITIES = `${QUANTITY}${OWN}(?:${AND}(?:${MOST} )?${QUANTITY}${OWN})*`;
const LIMITED = `(?:${MOST} ${QUANTITIES}|${QUANTITIES}${BEHIND}${OWN})`;
const THING =
  "(?:the )?(?:(?:tool[- ]?)?calls?|tools?|tokens?|costs?|money|spend(?:ing)?|price|expenses|(?:running |run |wall[- ]?)?time|run ?time|duration|approvals?|budget|limit)";
const END = "(?: (?:in total|altogether|overall|all in all|please|from now on))*";
const START = "(?:(?:please|and|also|but|then)[\\s,]+)*";
const VERB =
  "(?:use|uses|make|makes|take|takes|cost|costs|spend|spends|last|lasts|run|need|needs|do|call|calls)(?: for)?";
const MAY = "(?:may|can|should|must|shall|will|is allowed to|has to|does)";
const NOT_MORE = `(?:not|never) (?:ever )?(?:${VERB} (?:${MORE}|over) |exceed )${QUANTITIES}`;
const USES = `(?:${MAY} )?(?:${NOT_MORE}|(?:only |not |never )?${VERB} ${LIMITED})`;

const SAID = [
  `(?:limit|cap|restrict|keep|hold|set|confine) (?:${RUN}|${THING}${OWN})(?: (?:to|at))?(?: ${MOST})? ${QUANTITIES}`,
  `(?:set|put|add|make|use|give) (?:${RUN} )?(?:an? |the )?(?:budget|limit|cap|maximum) (?:of|to|at) ${QUANTITIES}(?: (?:per|on|for|to) (?:${RUN}|it|everything))?`,
  `(?:the |a )?(?:budget|limit|cap|maximum)${OWN}(?: is|:| =|: is)? ?(?:${MOST} )?${QUANTITIES}`,
  `${RUN} ${USES}(?:${AND}(?:(?:${RUN}|it) )?${USES})*`,
  `(?:use|make|spend|pay|allow|permit|take|cost|run)(?: for)? ${LIMITED}`,
  `(?:do not|never) (?:(?:use|make|spend|pay|allow|permit|take|cost|run)(?: for)? (?:${MORE}|over) |exceed )${QUANTITIES}`,
  `${RUN} (?:${MAY} )?(?:is|are|be)?(?: ?limited to|capped at) ${QUANTITIES}`,
  `${MOST} ${QUANTITIES} (?:per|a|for each|for the|in a|for one) (?:whole )?run`,
  `(?:stop|abort|cancel|end|halt|pause) (?:${RUN} )(?:after|when it (?:has )?(?:used|costs?|cost|spent|spends|taken|takes|reaches|made|makes)(?: ${MOST}| more than)?|at|once it (?:has )?(?:used|cost|spent|taken|made|reaches)) ${QUANTITIES}`,
  // What only a run has: no step is counted in calls or tokens.
  `${THING}(?: limit| budget| cap| maximum)${OWN}(?: is|:| =|: is| of) ?(?:${MOST} )?${QUANTITIES}`,
  `max(?:imum|\\.)? ${THING}${OWN}(?: is|:| =|: is| of)? ?${QUANTITIES}`,
].map(wholly);
// Said of "it", or of nothing: in a brief that is the run, beside a step it may be the step.
const SAID_OF_ALL = [
  `${IT} ${USES}(?:${AND}(?:it )?${USES})*`,
  `${MOST} ${QUANTITIES}`,
  `${QUANTITIES}${BEHIND}${OWN}`,
  `(?:limit|cap|restrict|keep|hold) ${IT}(?: (?:to|at))?(?: ${MOST})? ${QUANTITIES}`,
  `(?:stop|abort|end|halt)(?: ${IT})? after ${QUANTITIES}`,
].map(wholly);

function wholly(pattern: string): RegExp {
  return new RegExp(`^${START}${pattern}${END}$`, "i");
}

// A limit on time, calls or money that says of nothing else that it is of a step.
const OF_STEP = /\bsteps?\b|\battempts?\b|\bretr(?:y|ies)\b/i;

// "Limit the tool calls to 12": what is counted stands in front.
const COUNTED = [
  `(?:limit|cap|restrict|keep|set) (?:the )?(?:(?:number|amount) of )?(?<unit>tool[- ]?calls?|tokens?|approvals?)(?: (?:limit|budget))?${OWN}(?: (?:to|at))?(?: ${MOST})? (?<count>${COUNT})${OWN}`,
  `(?:max(?:imum|\\.)? (?:number of )?)(?<unit>tool[- ]?calls?|tokens?|approvals?)${OWN}(?:,? ?(?:is|:|=|of))? (?<count>${COUNT})${OWN}`,
  `(?<unit>tool[- ]?calls?|tokens?|approvals?) (?:limit|budget|cap|maximum)${OWN}(?:,? ?(?:is|:|=|of))? (?<count>${COUNT})${OWN}`,
].map(wholly);
const ANY_QUANTITY = new RegExp(`(?<![\\w$.])${QUANTITY}`, "gi");

/** What one run may use by such words as "limit the run to 12 tool calls"; null for other words. */
export function limitsSaid(clause: string): Limit[] | null {
  return limitsIn(clause, SAID);
}

/** The same of a sentence of a brief, where nothing but the run is there to be limited. */
export function limitsOfBrief(sentence: string): Limit[] | null {
  return limitsIn(sentence, SAID) ?? limitsIn(sentence, SAID_OF_ALL);
}

/** The same of a message to a plan: what only a run has is said of the run. */
export function limitsOfMessage(clause: string): Limit[] | null {
  const said = limitsIn(clause, SAID);
  if (said !== null) return said;
  const ofAll = limitsIn(clause, SAID_OF_ALL);
  return ofAll?.every(({ name }) => name !== "wallSeconds") ? ofAll : null;
}

function limitsIn(clause: string, patterns: readonly RegExp[]): Limit[] | null {
  const text = clause
    .trim()
    .replace(/[.!;]+$/, "")
    .replace(/[’‘]/g, "'")
    .replace(/\b(do|does|must|should|may|can|could)n't\b|\bcannot\b/gi, (all, verb = "can") =>
      /^cannot$/i.test(all) ? "can not" : `${verb} not`,
    );
  if (OF_STEP.test(text)) return null;
  for (const pattern of patterns === SAID ? COUNTED : []) {
    const { count = "", unit = "" } = pattern.exec(text)?.groups ?? {};
    const counted = count === "" ? null : limitOf(`${count} ${unit}`);
    if (counted !== null) return [counted];
  }
  if (!patterns.some((pattern) => pattern.test(text))) return null;
  const limits = [...text.matchAll(ANY_QUANTITY)].map(([quantity]) => limitOf(quantity));
  const known = limits.filter((limit) => limit !== null);
  return known.length > 0 && known.length === limits.length ? known : null;
}

function limitOf(quantity: string): Limit | null {
  const dollars = /^(?:us)?[$]\s?([\d.]+)$/i.exec(quantity)?.[1];
  if (dollars !== undefined) return { name: "costUsd", value: Number(dollars) };
  const [, count = "", unit = ""] = new RegExp(`^(${COUNT}) ?(${UNIT})$`, "i").exec(quantity) ?? [];
  const value = numberIn(count);
  if (value === null) return null;
  if (/call|request/i.test(unit)) return { name: "toolCalls", value };
  if (/token/i.test(unit)) return { name: "tokens", value };
  if (/approval/i.test(unit)) return { name: "approvals", value };
  if (/cent/i.test(unit)) return { name: "costUsd", value: value / 100 };
  if (/dollar|usd|us\$|buck/i.test(unit)) return { name: "costUsd", value };
  const seconds = secondsIn("1", unit);
  return seconds === null ? null : { name: "wallSeconds", value: Math.round(value * seconds) };
}

const TENS: Record<string, number> = { twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const SCALES: [RegExp, number][] = [
  [/ ?(?:million|mio)$/i, 1_000_000],
  [/(?: ?thousand|k)$/i, 1_000],
];

function numberIn(count: string): number | null {
  const scale = SCALES.find(([pattern]) => pattern.test(count));
  const plain = count
    .replace(scale?.[0] ?? "", "")
    .replace(/[, ](?=\d{3})/g, "")
    .toLowerCase();
  const value = /^an?$/.test(plain)
    ? 1
    : /^half/.test(plain)
      ? 0.5
      : /^\d+(?:\.\d+)?$/.test(plain)
        ? Number(plain)
        : (TENS[plain] ?? cardinal(plain));
  return value === null ? null : value * (scale?.[1] ?? 1);
}
