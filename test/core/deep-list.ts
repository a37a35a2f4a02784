import type { Json } from "#server/core/json.ts";

/** `[[[]]]`: lists in lists, so many levels deep. */
export function deepList(levels: number): Json {
  let value: Json[] = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}
