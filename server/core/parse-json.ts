import type { Json } from "./json.ts";
import { jsonMistake } from "./json-mistake.ts";
import { err, ok, type Result } from "./result.ts";

// Deeper nesting than any plan or tool input has; walking it recursively must stay safe.
const MAX_DEPTH = 100;

/** JSON text as a value, or what is wrong with it and where, counted from the start of `lead`. Never throws. */
export function parseJson(text: string, lead = ""): Result<Json, { message: string }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ message: jsonMistake(text, lead) });
  }
  const json = asJson(value);
  return json === undefined ? err({ message: `It is nested deeper than ${MAX_DEPTH} levels.` }) : ok(json);
}

function asJson(value: unknown): Json | undefined {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return undefined;
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null
        ? Object.values(item).filter((inner) => typeof inner === "object")
        : [],
    );
  }
  // What JSON.parse returns is JSON.
  return value as Json;
}
