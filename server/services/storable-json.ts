import { storableText } from "#server/core/storable-text.ts";

/**
 * The same value with each NUL and each half of a surrogate pair as U+FFFD: what the database can
 * keep as JSON. Everything else stays as it is.
 */
export function storableJson<Value>(value: Value): Value {
  // Only text is replaced by text, so the shape stays.
  return storable(value) as Value;
}

function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)]));
  }
  return value;
}
