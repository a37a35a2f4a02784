import type { Json } from "#server/core/json.ts";
import { storableText } from "#server/core/storable-text.ts";

const MAX_DEPTH = 500;

/** The value with what no database takes turned into U+FFFD. Throws when it is nested too deep. */
export function storableJson(value: Json, depth = 0): Json {
  if (depth > MAX_DEPTH) throw new Error(`The output is nested more than ${MAX_DEPTH} levels deep.`);
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item, depth + 1)]),
  );
}
