import type { Json } from "./json.ts";

/** How many levels a value may have that is kept or read: walking it, step by step into it, stays safe. */
export const MAX_DEPTH = 500;

export function isTooDeep(value: Json, most = MAX_DEPTH): boolean {
  if (most < 0) return true;
  if (typeof value !== "object" || value === null) return false;
  const children = Array.isArray(value) ? value : Object.values(value);
  return children.some((child) => typeof child === "object" && isTooDeep(child, most - 1));
}
