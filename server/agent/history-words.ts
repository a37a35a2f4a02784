import { shortened } from "#server/core/characters.ts";
import type { HistoryEntry } from "#server/services/read-history.ts";
import type { PlanningState } from "#server/services/read-planning-state.ts";

type State = Pick<PlanningState, "current" | "removed" | "restore">;

const LIMITS = { revisions: 60, removed: 40, messages: 20 };
const MAX_FOUND = 30;
const MAX_TEXT = 160;

/** What was done, removed and said, a line each: what has the words of `about`, best first, else the newest. */
export function historyWords(input: {
  entries: readonly HistoryEntry[];
  state: State;
  about: string;
}): string {
  const { entries, state, about } = input;
  const revisions = entries.flatMap(({ words, revision }) =>
    revision === null ? [] : [revisionLine(revision, words, state)],
  );
  const removed = state.removed.map(
    ({ id, title, revision }) => `${title} · id ${id} · last in r${revision}`,
  );
  const said = entries.flatMap(({ words, revision }) => (revision === null ? [quoted(words)] : []));
  const far = state.restore.undo.slice(LIMITS.revisions);
  return [
    ...section("Revisions", revisions, about, LIMITS.revisions),
    ...(about.trim() === "" && far.length > 0
      ? [`Undo further, from ${LIMITS.revisions + 1} times on: ${spans(far)}.`]
      : []),
    ...section("Removed steps", removed, about, LIMITS.removed),
    ...section("Messages that made no revision", said, about, LIMITS.messages),
  ].join("\n");
}

/** `r12 · undo 3 times · Merged "A" and "B" · said: "merge the two"`. */
function revisionLine(
  { revision, changeDescription }: NonNullable<HistoryEntry["revision"]>,
  words: string,
  { current, restore }: State,
): string {
  return [
    `r${revision}`,
    ...(revision === current?.revision ? ["current"] : []),
    ...away("undo", restore.undo.indexOf(revision)),
    ...away("redo", restore.redo.indexOf(revision)),
    shortened(oneLine(changeDescription), MAX_TEXT),
    ...(words.trim() === "" ? [] : [`said: ${quoted(words)}`]),
  ].join(" · ");
}

function away(word: string, place: number): string[] {
  if (place < 0) return [];
  return [`${word} ${place === 0 ? "once" : `${place + 1} times`}`];
}

function section(name: string, lines: readonly string[], about: string, most: number): string[] {
  const wanted = wordsOf(about);
  const ranked = lines.map((line) => ({ line, hits: hits(line, wanted) }));
  const found = (wanted.length === 0 ? ranked : ranked.filter((item) => item.hits > 0)).toSorted(
    (a, b) => b.hits - a.hits,
  );
  if (found.length === 0) return [`${name}: ${lines.length === 0 ? "none" : "none has these words"}.`];
  const order = wanted.length === 0 ? "newest first" : "best fit first";
  const limit = wanted.length === 0 ? most : Math.min(most, MAX_FOUND);
  const hidden = found.length - limit;
  return [
    `${name}, ${order}:`,
    ...found.slice(0, limit).map(({ line }) => `- ${line}`),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
  ];
}

function hits(line: string, wanted: readonly string[]): number {
  const lower = line.toLowerCase();
  const words = new Set(wordsOf(lower));
  // A number is a whole word, any other may be a part of one.
  return wanted.filter((word) => words.has(word) || (!/\d/.test(word) && lower.includes(word))).length;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** `r338–r300, r12`: numbers that fall one by one. */
function spans(revisions: readonly number[]): string {
  const found: { from: number; to: number }[] = [];
  for (const revision of revisions) {
    const last = found.at(-1);
    if (last && last.to === revision + 1) last.to = revision;
    else found.push({ from: revision, to: revision });
  }
  return found.map(({ from, to }) => (from === to ? `r${from}` : `r${from}–r${to}`)).join(", ");
}

function quoted(words: string): string {
  return `"${shortened(oneLine(words), MAX_TEXT)}"`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
