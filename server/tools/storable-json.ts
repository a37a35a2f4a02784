import type { Json } from "#server/core/json.ts";

// PostgreSQL's jsonb refuses U+0000 and halves of surrogate pairs.
const NUL = /\u0000/g;

/** The value with every text made storable: what no database takes becomes U+FFFD. */
export function storableJson(value: Json): Json {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item)]));
}

function storableText(text: string): string {
  return text.toWellFormed().replace(NUL, "\uFFFD");
}
