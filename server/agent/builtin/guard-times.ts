import type { Decision } from "./decide.ts";
import { editsIn, saying } from "./guard-edits.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { plainWords, withQuotesHidden } from "./plain-words.ts";

const DAY =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|week-ends?|weekdays?|work(?:ing )?days|(?:public |bank )?holidays?)";
const MONTH =
  "(?:january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter)";
const ONE = [
  `(?:on|at|during|over) (?:the |all |every )?${DAY}(?:(?:,| and| or|, and) (?:on )?${DAY})*`,
  `(?:in|during|from) (?:the )?(?:${MONTH}|mornings?|evenings?|afternoons?|night)(?:(?: and| or|,) (?:in )?${MONTH})*`,
  "at (?:night|night time|weekends)",
  "(?:during|in|within|outside|outside of) (?:office|business|working|opening) hours",
  "during (?:the )?(?:day|week|night|holidays)",
].join("|");
const BEHIND = new RegExp(`,? ((?:but |and )?(?:only |just |not )?(?:${ONE}))(?=[.;!]|$)`, "i");
// "On Sunday I talked to the boss" tells when something happened.
const AHEAD = new RegExp(
  `^(?:(?:and|but|so|please|also)[\\s,]+)*((?:only |just )?(?:${ONE})),? (?!(?:i|we|he|she|they|you|my|our|it|there)\\b)(?=\\S)`,
  "i",
);

/** Refuses what is to hold of a step on some days only: a step is as it is in every run. */
export function withoutTimesOfSteps(decision: Decision, message: string, plan: ListedPlan): Decision {
  const isSo = decision.calls.length === 0 && decision.reply.startsWith("The plan already is so");
  const isEdit = decision.calls.length > 0 && decision.calls.every(({ name }) => name === "edit_plan");
  const time = isSo || isEdit ? timeIn(message) : null;
  if (time === null) return decision;
  const key = /(\w+)\W*$/.exec(time)?.[1] ?? time;
  const texts = [JSON.stringify(editsIn(decision)), ...plan.steps.map(({ title }) => title)].join("\n");
  if (new RegExp(`\\b${key}\\b`, "i").test(texts)) return decision;
  return saying(
    `What is set for a step holds in every run, so "${time.trim()}" cannot be said of it. Leave that out if it shall be so always; the days on which the whole plan runs are set with a schedule, for example: run it every Monday at 9:00. Nothing was changed.`,
  );
}

function timeIn(message: string): string | null {
  let time: string | null = null;
  withQuotesHidden(plainWords(message), (bare) => {
    time = BEHIND.exec(bare)?.[1] ?? AHEAD.exec(bare)?.[1] ?? null;
    return bare;
  });
  return time;
}
