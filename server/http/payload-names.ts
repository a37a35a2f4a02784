import type { Json } from "#server/core/json.ts";

// What copies a value field by field loses such a one without a word.
export const LOST_NAME = "__proto__";

/** Whether an object of the value has a field that would be lost. */
export function hasLostName(value: Json): boolean {
  const left = [value];
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    if (typeof item !== "object" || item === null) continue;
    if (Object.hasOwn(item, LOST_NAME)) return true;
    for (const one of Object.values(item)) if (typeof one === "object") left.push(one);
  }
  return false;
}
