import type { World } from "./reference.ts";

const SET = "(?:change|set|replace|make|update|rewrite|reword|switch)";
const FIELD = "(?<field>[a-z][\\w -]*?)";
const STEP = `(?<step>"[^"]*"|[^"]+?(?: "[^"]*"(?: step)?)?)`;
const VALUE = "(?<value>[\\s\\S]+)";
const WAYS = [
  new RegExp(`^${SET} (?:the )?${FIELD} (?:of|for|in|on) ${STEP} (?:to|with|into|as|be):? ${VALUE}$`, "i"),
  new RegExp(`^${SET} ${STEP}(?:'s| its) ${FIELD} (?:to|with|into|as|be):? ${VALUE}$`, "i"),
  new RegExp(
    `^(?:the )?${FIELD} (?:of|for|in|on) ${STEP} (?:should|must|shall|has to|have to) (?:now )?(?:be|read|say|become):? ${VALUE}$`,
    "i",
  ),
];
const NUMBERED = /^(?:the )?(?:steps? (?:number )?#?|#|number )\d+$/i;

export type Told = { field: string; step: string; value: string };

/** The field, the step and the value that a clause names; null for a clause of another form. */
export function fieldTold(clause: string, world: World): Told | null {
  for (const way of WAYS) {
    const { field = "", step = "", value = "" } = way.exec(clause)?.groups ?? {};
    const isTitle = world.plan.steps.some(
      (other) => other.title.toLowerCase() === `${field} of ${step}`.toLowerCase(),
    );
    if (field !== "" && !isTitle) return { field, step, value };
  }
  return null;
}

/** Whether a clause sets a field of a step that is named by number or by its whole title: then it renames none. */
export function isFieldOfStep(clause: string, world: World): boolean {
  const told = fieldTold(clause, world);
  return told !== null && !/\b(?:title|name|label)$/i.test(told.field) && isNamed(told.step, world);
}

/** A text in quotes ends where they close: what stands behind them is no part of it. */
export function endsWithQuote(value: string): boolean {
  const text = value.trim();
  return /^"/.test(text)
    ? /^"[^"]*"[.!]?$/.test(text)
    : !/^`/.test(text) || /^(?:`[^`]*`|```[\s\S]*```)[.!]?$/.test(text);
}

/** Whether words name a step by its number or by its whole title. */
export function isNamed(words: string, { plan }: World): boolean {
  const title = /^(?:(?:the )?step )?"([^"]*)"$/.exec(words.trim())?.[1]?.toLowerCase();
  return (
    NUMBERED.test(words.trim()) ||
    (title !== undefined && plan.steps.some((step) => step.title.toLowerCase() === title))
  );
}
