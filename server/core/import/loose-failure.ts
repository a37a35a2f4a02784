import { isObject, type Json } from "#server/core/json.ts";
import { RETRIES_TAKE, STEP_TAKES, SWITCH_TAKES } from "./field-values.ts";
import { type Fields, fieldsOf, plainKey, textOf } from "./loose-fields.ts";
import type { Keep } from "./loose-settings.ts";

// Words of other tools for what a step's failure does to the rest.
const WORDS: ReadonlyMap<string, string> = new Map([
  ["skipdependents", "skip_dependents"],
  ["stop", "stop"],
  ["abort", "stop"],
  ["cancel", "stop"],
  ["exit", "stop"],
  ["fail", "stop"],
  ["failworkflow", "stop"],
  ["halt", "stop"],
  ["raise", "stop"],
  ["stopworkflow", "stop"],
  ["terminate", "stop"],
  ["continue", "continue"],
  ["continueregularoutput", "continue"],
  ["ignore", "continue"],
  ["proceed", "continue"],
  ["skip", "skip"],
]);
const ON_ERROR = ["onError", "onFailure", "onFail", "errorPolicy"];
const GOES_ON = ["continueOnError", "continueOnFail", "ignoreErrors", "ignoreError", "allowFailure"];
const ATTEMPTS = ["maxAttempts", "attempts", "maxTries", "tries"];
const RETRIES = ["retries", "retry", "maxRetries", "retryCount", "retryOnFail", "retryPolicy"];

/** What a step's failure does, and how often it is tried. Retries come on top of the first attempt. */
export function takeFailure(fields: Fields, keep: Keep): void {
  const onError = fields.take(...ON_ERROR);
  if (onError !== undefined) keep("onError", wordOf(onError, fields), STEP_TAKES.onError, ON_ERROR);
  else takeGoesOn(fields, keep);

  const attempts = fields.take(...ATTEMPTS);
  if (attempts !== undefined) {
    keep("maxAttempts", numberOf(attempts), STEP_TAKES.maxAttempts, ATTEMPTS);
    return;
  }
  const retries = fields.take(...RETRIES);
  // Whoever only wants a step to be tried again gets the usual attempts.
  if (retries !== undefined && retries !== true)
    keep("maxAttempts", attemptsOf(retries, fields), RETRIES_TAKE, RETRIES);
}

/** A switch that is off states what holds anyway. */
function takeGoesOn(fields: Fields, keep: Keep): void {
  const goesOn = fields.take(...GOES_ON);
  if (goesOn === true) keep("onError", "continue", SWITCH_TAKES, GOES_ON);
  else if (goesOn !== undefined && goesOn !== false) fields.refuse(SWITCH_TAKES, ...GOES_ON);
}

function wordOf(value: Json, fields: Fields): string | undefined {
  const inner = fieldsOf(isObject(value) ? value : { action: value });
  const word = textOf(inner.take("action", "strategy", "policy", "type"));
  fields.refuseInside(inner.left(), ...ON_ERROR);
  return word === undefined ? undefined : WORDS.get(plainKey(word));
}

function attemptsOf(value: Json, fields: Fields): number {
  if (value === false) return 1;
  if (!isObject(value)) return numberOf(value) + 1;
  const inner = fieldsOf(value);
  const attempts = inner.take("maxAttempts", "attempts", "maximumAttempts", "maxTries");
  const retries = attempts === undefined ? inner.take("max", "limit", "count", "retries", "maxRetries") : 0;
  fields.refuseInside(inner.left(), ...RETRIES);
  return attempts === undefined ? numberOf(retries) + 1 : numberOf(attempts);
}

function numberOf(value: Json | undefined): number {
  if (typeof value === "string" && value.trim() === "") return Number.NaN;
  return typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
}
