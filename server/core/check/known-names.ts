import { distance } from "fastest-levenshtein";
import { shortened } from "#server/core/characters.ts";

const MAX_NEAR = 3;
const MAX_COMPARED = 500;
const MAX_COMPARED_LENGTH = 100;

/** `"a", "b" and "c"`, or with another word before the last one. */
function quotedList(names: readonly string[], word = "and"): string {
  const quoted = names.map((name) => `"${shortened(name)}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} ${word} ${quoted.at(-1)}`;
}

/** At most so many of the names, and how many more there are of them all. */
export function someOf(names: readonly string[], most: number, total: number = names.length): string {
  const hidden = total - most;
  if (hidden <= 0) return quotedList(names);
  const shown = names.slice(0, most).map((name) => `"${shortened(name)}"`);
  return `${shown.join(", ")} and ${hidden} more`;
}

/** The known names that a mistyped one may mean, the nearest first. */
export function nearNames(name: string, known: Iterable<string>): string[] {
  if (name.length > MAX_COMPARED_LENGTH) return [];
  const plain = plainName(name);
  const near: { candidate: string; away: number }[] = [];
  let compared = 0;
  for (const candidate of known) {
    compared += 1;
    if (compared > MAX_COMPARED) break;
    const reach = Math.max(2, Math.floor(candidate.length / 3));
    if (Math.abs(candidate.length - name.length) > reach) continue;
    const away = distance(plain, plainName(candidate));
    if (away < candidate.length && away <= reach) near.push({ candidate, away });
  }
  return near
    .sort((a, b) => a.away - b.away)
    .slice(0, MAX_NEAR)
    .map(({ candidate }) => candidate);
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/** Near names as a question; empty when there is none. */
export function asQuestion(near: readonly string[]): string {
  return near.length === 0 ? "" : ` Did you mean ${quotedList(near, "or")}?`;
}

/** The near names as a question; empty when none is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  return asQuestion(nearNames(name, known));
}
