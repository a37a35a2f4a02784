import { canonicalJson, type Json } from "#server/core/json.ts";
import { listOf } from "#server/core/list-of.ts";
import { type Form, type JsonType, overlaps } from "./schema-forms.ts";

const MAX_SHOWN = 6;

/** Whether some value of the first forms is one of the second. */
export function canFit(given: readonly Form[], taken: readonly Form[]): boolean {
  return given.some((one) => taken.some((other) => overlaps(one.type, other.type) && shareValue(one, other)));
}

function shareValue(one: Form, other: Form): boolean {
  if (!one.values || !other.values) return true;
  const texts = new Set(one.values.map(canonicalJson));
  return other.values.some((value) => texts.has(canonicalJson(value)));
}

const NAMES: Readonly<Record<JsonType, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  object: "an object",
  array: "a list",
};

/** `a number or null`, `one of "GET" and "POST"`: what the forms are, in words. */
export function formsInWords(forms: readonly Form[]): string {
  const values = valuesOf(forms);
  return values ? valuesInWords(values) : listOf([...new Set(forms.map(({ type }) => NAMES[type]))], "or");
}

/** All values that the forms have, when every form lists its own. */
export function valuesOf(forms: readonly Form[]): Json[] | null {
  const all: Json[] = [];
  for (const { values } of forms) {
    if (!values) return null;
    for (const value of values) all.push(value);
  }
  return all;
}

/** `"GET", "POST" or "PUT"`. */
export function valuesInWords(values: readonly Json[]): string {
  const shown = [...new Set(values.map((value) => JSON.stringify(value)))];
  const hidden = shown.length - MAX_SHOWN;
  return hidden > 0
    ? `${shown.slice(0, MAX_SHOWN).join(", ")} or one of ${hidden} more`
    : listOf(shown, "or");
}
