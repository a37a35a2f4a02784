import { capitalised } from "./listed-plan.ts";

const ADDS =
  /^(?:(?:please|also|then|and|now|ok(?:ay)?)[\s,]+)*(?:add|insert|append|create|put in|include|rename|call|name|retitle)\b/i;
// A quote opens behind a space and closes before one: an apostrophe stands inside of a word.
const SINGLE = /(?<=^|[\s(,:])['‘]([^'‘’"\n]*[^\s'‘’"])['’](?=$|[\s,.;:!?)])/g;

const NEXT = "(?:,? and|,) (?:an?|another) (?:new )?step (?:called |named )?";
// Words of a title: no place, and nothing that is said of the step.
const TITLE = `(?:(?!\\b(?:after|before|between|behind|at the|that|which|to|for|with|in)\\b|${NEXT})[^.;,"])+?`;
const EACH = new RegExp(
  `^((?:(?:please|also|then|and|now|ok(?:ay)?)[\\s,]+)*(?:add|insert|append|create|put in|include)) an? (?:new )?step (?:called |named )?(${TITLE}(?:${NEXT}${TITLE})+)(?=[.!]?$| (?:right |directly )?(?:after|before|between|behind|at the) )`,
  "i",
);

/** "Add a step A and a step B after 3" as one order for both. */
export function withStepsListed(message: string): string {
  return message.replace(EACH, (_all, add: string, list: string) => {
    const titles = list.split(new RegExp(NEXT, "i")).map((title) => `"${capitalised(title.trim())}"`);
    return `${add} steps ${titles.join(" and ")}`;
  });
}

/** New titles in single quotes as titles in double ones; a message with code or a condition stays. */
export function withDoubleQuotes(message: string): string {
  return ADDS.test(message) && !/["`$=]/.test(message) ? message.replace(SINGLE, '"$1"') : message;
}
