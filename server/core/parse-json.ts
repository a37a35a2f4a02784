import type { Json } from "./json.ts";
import { isTooDeep } from "./depth.ts";
import { jsonMistake } from "./json-mistake.ts";
import { err, ok, type Result } from "./result.ts";

// Deeper nesting than any plan or tool input has; walking it recursively must stay safe.
const MAX_DEPTH = 100;

/** JSON text as a value, or what is wrong with it and where, counted from the start of `lead`. Never throws. */
export function parseJson(text: string, lead = ""): Result<Json, { message: string }> {
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ message: jsonMistake(text, lead) });
  }
  return isTooDeep(value, MAX_DEPTH)
    ? err({ message: `It is nested deeper than ${MAX_DEPTH} levels.` })
    : ok(value);
}
