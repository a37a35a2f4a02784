import { MAX_DEPTH } from "./depth.ts";
import type { Json } from "./json.ts";

export const MAX_WORK = 500_000;
const CHARACTERS_OF_ONE = 100;

/**
 * What one condition or one template may read, in values looked at; a text counts as one more for every
 * hundred characters. `problem` says why it could not go on, and then nothing that came out counts.
 */
export type Work = { left: number; problem: string | null };

export function newWork(): Work {
  return { left: MAX_WORK, problem: null };
}

/** The first problem stays. */
export function stop(work: Work, problem: string): false {
  work.problem ??= problem;
  return false;
}

/** Counts one value that is looked at; false when it is one too many. */
export function spend(work: Work, characters = 0): boolean {
  work.left -= 1 + Math.floor(characters / CHARACTERS_OF_ONE);
  return work.left >= 0 || stop(work, `more than ${MAX_WORK} values would have to be read`);
}

/** Whether a value may be read as a whole, everything inside of it included. */
export function mayRead(value: Json, work: Work): boolean {
  if (typeof value !== "object" || value === null)
    return spend(work, typeof value === "string" ? value.length : 0);
  let level: Json[][] = [[value]];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return stop(work, `it is nested deeper than ${MAX_DEPTH} levels`);
    const inner: Json[][] = [];
    for (const items of level) {
      for (const item of items) {
        if (!spend(work, typeof item === "string" ? item.length : 0)) return false;
        if (typeof item !== "object" || item === null) continue;
        inner.push(Array.isArray(item) ? item : Object.entries(item).flat());
      }
    }
    level = inner;
  }
  return true;
}
