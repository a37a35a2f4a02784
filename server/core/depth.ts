import type { Json } from "./json.ts";

/** How many levels a value may have that is kept or read: walking it, step by step into it, stays safe. */
export const MAX_DEPTH = 500;

export function isTooDeep(value: Json, most = MAX_DEPTH): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    const inner: Json[] = [];
    for (const item of level) {
      if (typeof item !== "object" || item === null) continue;
      for (const child of Object.values(item)) if (typeof child === "object") inner.push(child);
    }
    level = inner;
  }
  return false;
}
