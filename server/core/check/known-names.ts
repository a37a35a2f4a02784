import { distance } from "fastest-levenshtein";
import { shortened } from "#server/core/characters.ts";
import { listOf } from "#server/core/list-of.ts";

const MAX_NEAR = 3;
const MAX_COMPARED = 500;
const MAX_COMPARED_LENGTH = 100;
// Comparing all names of a plan that is wrong throughout would take seconds.
const MAX_COMPARISONS = 50_000;

/** `"a", "b" and "c"`, or with another word before the last one. */
function quotedList(names: readonly string[], word = "and"): string {
  return listOf(
    names.map((name) => `"${shortened(name)}"`),
    word,
  );
}

/** At most so many of the names, and how many more there are of them all. */
export function someOf(names: readonly string[], most: number, total: number = names.length): string {
  const hidden = total - most;
  if (hidden <= 0) return quotedList(names);
  const shown = names.slice(0, most).map((name) => `"${shortened(name)}"`);
  return `${shown.join(", ")} and ${hidden} more`;
}

/** Finds the known names that a mistyped one may mean, the nearest first. */
export type NearNames = (name: string) => readonly string[];

/** A search among names that finds nothing more once it has been asked for very many. */
export function searchNear(known: readonly string[]): NearNames {
  // In a sound plan nobody asks.
  let candidates: readonly { name: string; plain: string }[] | undefined;
  const found = new Map<string, readonly string[]>();
  let left = MAX_COMPARISONS;

  return (name) => {
    const before = found.get(name);
    if (before) return before;
    candidates ??= known.slice(0, MAX_COMPARED).map((one) => ({ name: one, plain: plainName(one) }));
    if (name.length > MAX_COMPARED_LENGTH || left < candidates.length) return [];
    left -= candidates.length;
    const plain = plainName(name);
    const near = candidates
      .filter(({ plain: { length } }) => Math.abs(length - plain.length) <= reachOf(length))
      .map((candidate) => ({ ...candidate, away: distance(plain, candidate.plain) }))
      .filter(({ plain: { length }, away }) => away < length && away <= reachOf(length))
      .sort((a, b) => a.away - b.away)
      .slice(0, MAX_NEAR)
      .map((candidate) => candidate.name);
    found.set(name, near);
    return near;
  };
}

/** How many letters a slip may change in a name of this length. */
function reachOf(length: number): number {
  return Math.max(2, Math.floor(length / 3));
}

/** The one of a few values that a slip of the pen made of it: other capitals or signs, or one letter in three. */
export function nearValue(text: string, values: readonly string[]): string | undefined {
  const plain = plainValue(text);
  const [near] = values
    .map((value) => ({ value, away: distance(plain, plainValue(value)) }))
    .filter(({ value, away }) => away <= Math.floor(value.length / 3))
    .sort((a, b) => a.away - b.away);
  return near?.value;
}

function plainValue(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

export function nearNames(name: string, known: Iterable<string>): readonly string[] {
  return searchNear([...known])(name);
}

/** Near names as a question; empty when there is none. */
export function asQuestion(near: readonly string[]): string {
  return near.length === 0 ? "" : ` Did you mean ${quotedList(near, "or")}?`;
}

/** The near names as a question; empty when none is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  return asQuestion(nearNames(name, known));
}
