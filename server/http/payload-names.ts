import type { Json } from "#server/core/json.ts";

export const MAX_NAMES = 50_000;
// What copies a value field by field loses such a one without a word.
export const LOST_NAME = "__proto__";

/** How many fields the objects of a value have in all, and whether one would be lost. */
export function countNames(value: Json): { count: number; isLost: boolean } {
  const left = [value];
  let count = 0;
  let isLost = false;
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    if (typeof item !== "object" || item === null) continue;
    const inner = Array.isArray(item) ? item : Object.values(item);
    if (!Array.isArray(item)) {
      count += inner.length;
      isLost ||= Object.hasOwn(item, LOST_NAME);
    }
    for (const one of inner) if (typeof one === "object") left.push(one);
  }
  return { count, isLost };
}
