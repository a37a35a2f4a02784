import { type Json, isObject } from "#server/core/json.ts";
import { mapItems } from "#server/core/map-items.ts";
import { storableText } from "#server/core/storable-text.ts";

const MAX_DEPTH = 500;

/** The value with what no database takes turned into U+FFFD. Throws when it is nested too deep. */
export function storableJson(value: Json, depth = 0): Json {
  if (depth > MAX_DEPTH) throw new Error(`The output is nested more than ${MAX_DEPTH} levels deep.`);
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null) return value;
  const items = mapItems(value, (item) => storableJson(item, depth + 1));
  if (!isObject(items) || Object.keys(items).every((key) => storableText(key) === key)) return items;
  return Object.fromEntries(Object.entries(items).map(([key, item]) => [storableText(key), item]));
}
