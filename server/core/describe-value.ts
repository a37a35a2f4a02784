import { shortened } from "./characters.ts";
import type { Json } from "./json.ts";

const MAX_KEYS = 8;

/** What kind of value it is, as messages say it: `a list of 3`. */
export function describeValue(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value === "object") return describeKeys(Object.keys(value));
  return typeof value === "string" ? "text" : `the ${typeof value} ${value}`;
}

function describeKeys(keys: readonly string[]): string {
  if (keys.length === 0) return "an empty object";
  const shown = keys.slice(0, MAX_KEYS).map((key) => JSON.stringify(shortened(key)));
  const more = keys.length > MAX_KEYS ? `, and ${keys.length - MAX_KEYS} more` : "";
  return `an object with ${shown.join(", ")}${more}`;
}
