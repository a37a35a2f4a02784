import type { Decision } from "./decide.ts";
import { withMentionsNumbered } from "./masked-mentions.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { NUMBER_WORD } from "./numerals.ts";
import { numberedOrder } from "./plain-order.ts";
import { withQuotesHidden } from "./plain-words.ts";
import type { ToolCall } from "./understanding.ts";

const ONE = "(?:(?:the )?steps? (?:number )?)?#?\\d+|(?:the )?\\w+ (?:step|one)";
const STEPS = `(?:both )?(?:${ONE})(?:(?:,? and |, )(?:${ONE}))*`;
const NAMED = `(?:both )?(?:the )?steps? (?:number )?#?\\d+(?:(?:,? and |, )(?:${ONE})(?! ?(?:times|retries|attempts|tries|x|seconds?|minutes?|hours?)\\b))*`;
const SIGN = "(?<sign>before|after|behind|with|from|to|for|on|of|at|in)";
const MORE = new RegExp(
  `^(?<lead>(?:(?:and|also|then|ok(?:ay)?|now|so|please|oh)[\\s,]+)*)(?:${SIGN} )?(?<steps>${STEPS})(?<tail>(?: (?:too|as well|also|please))*)[.!\\s]*$`,
  "i",
);
const TOLD = /^(?:The plan already is so|That is not possible|There is no step|.* cannot wait for itself)/;
// Words that all say what something is for.
const OF = "(?:to|for|on|of|at|in)";
const AGAIN = /\b(?:also|and|too|as well)\b/i;
const NOT_AGAIN =
  /^\W*(?:(?:please|now|then|and|also|ok) )*(?:add (?!(?:an? )?(?:approval|retr|time|condition))|insert|append|create|move|rename|call|split|merge|undo|redo|go back|save)\b/i;

/** "And before step 4 too": what the last order comes to, said of these steps; null for other words. */
export function decidedAgain(
  message: string,
  earlier: readonly string[],
  plan: ListedPlan,
  decide: (order: string) => Decision | null,
): Decision | null {
  const order = continuedOrder(message, earlier, plan) ?? withOtherAmount(message, earlier.at(-1), plan);
  const decided = order === null ? null : decide(order);
  const isTold = decided?.calls.length === 0 && TOLD.test(decided.reply);
  return decided !== null && (isTold || setsOnly(decided.calls)) ? decided : null;
}

// The last order with these steps in the place of those behind the same word.
function continuedOrder(message: string, earlier: readonly string[], plan: ListedPlan): string | null {
  const { lead = "", sign = "", steps = "", tail = "" } = partsOf(numbered(message, plan));
  if (steps === "" || !AGAIN.test(`${lead} ${tail}`)) return null;
  const before = earlier.findLast((text) => partsOf(numbered(text, plan)).steps === undefined);
  if (before === undefined) return null;
  const order = numbered(before, plan);
  if (/[.;!?]\s+\S/.test(order) || NOT_AGAIN.test(order)) return null;
  const isFor = sign === "" || new RegExp(`^${OF}$`, "i").test(sign);
  let made: string | null = null;
  withQuotesHidden(order, (bare) => {
    if (bare.includes("⟪")) return bare;
    const behind = [...bare.matchAll(new RegExp(`\\b${isFor ? OF : sign} (${NAMED})`, "gi"))];
    const places = behind.length === 0 && isFor ? [...bare.matchAll(new RegExp(`(${NAMED})`, "gi"))] : behind;
    const [place, other] = places;
    if (!place || other) return bare;
    const to = place.index + place[0].length;
    made = `${bare.slice(0, to - (place[1] ?? "").length)}${steps}${bare.slice(to)}`;
    return bare;
  });
  return made;
}

function partsOf(text: string): { [name: string]: string | undefined } {
  return MORE.exec(text)?.groups ?? {};
}

function numbered(text: string, plan: ListedPlan): string {
  return withMentionsNumbered(numberedOrder(text, plan), plan);
}

// Whether calls change nothing but fields and links of steps: no step comes, goes or moves.
function setsOnly(calls: readonly ToolCall[]): boolean {
  const edits = JSON.stringify(calls.map(({ input }) => input["edits"] ?? null));
  const isEdit = calls.length > 0 && calls.every(({ name }) => name === "edit_plan");
  return isEdit && !/"op":"(?!update_step|(?:add|remove|set)_dependenc)/.test(edits);
}

const OTHER_AMOUNT = new RegExp(
  `^(?:(?:no+|sorry|actually|wait|oh|hm+|and|but|ok(?:ay)?|better|rather)[\\s,.!-]+)*(?:make|set|change) (?:it|that|this)(?: to| be)? (?<count>${NUMBER_WORD})(?: (?:instead|then|please|after all|rather))*[.!\\s]*$`,
  "i",
);
const AMOUNT = new RegExp(
  `(?<![\\w.])(?:(?:\\d+|${NUMBER_WORD})(?<unit> ?(?:more )?(?:times|retr(?:y|ies)|attempts?|tries|seconds?|secs?|minutes?|mins?|hours?))|once|twice|thrice)(?!\\w)`,
  "gi",
);

// "Make that 3" behind "retry it twice": another amount, and no other step.
function withOtherAmount(message: string, before: string | undefined, plan: ListedPlan): string | null {
  const count = OTHER_AMOUNT.exec(message.trim())?.groups?.["count"];
  if (count === undefined || before === undefined) return null;
  const order = numbered(before, plan);
  const [amount, other] = order.matchAll(AMOUNT);
  if (!amount || other || order.includes('"') || /[.;!?]\s+\S/.test(order)) return null;
  const unit = (amount.groups?.["unit"] ?? " times").replace(/retry$/i, "retries").replace("more ", "");
  return `${order.slice(0, amount.index)}${count}${unit}${order.slice(amount.index + amount[0].length)}`;
}
