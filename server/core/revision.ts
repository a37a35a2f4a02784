import { z } from "zod";
import { jsonSchema } from "./json.ts";

/** An edit as it is kept with its revision: the planner's own words, for the record and the log. */
export const storedEditSchema = z.record(z.string(), jsonSchema);
export type StoredEdit = z.infer<typeof storedEditSchema>;

type RevisionLink = {
  revision: number;
  restoredFrom: number | null;
  planKey: string;
  /** The revision that the change was made to, when that is not the one before; 0 is no plan. */
  baseRevision?: number;
  /** Whether the message named the revision that it went back to, as "undo" does not. */
  isNamed?: boolean;
};

/** The revisions that undo and redo lead to, the nearest first: the second one is undo twice. */
export type RestoreTargets = { undo: number[]; redo: number[] };

/**
 * Undo and redo as people know them from editors, derived from the list of revisions alone.
 * - A restore of the nearest undo target is an undo: redo takes it back. A restore of a redo target is a redo.
 * - A restore of an undo target further away, or of one that was named, is a jump: undo leads to where it
 *   started, redo leads one step forward from where it landed.
 * - Everything else is a new change and empties redo.
 * - A change to an older base goes on from there, and what it passes over is not on the way back.
 * `planKey` is equal for equal plans (a content hash).
 */
export function restoreTargets(revisions: readonly RevisionLink[]): RestoreTargets {
  const keys = new Map(revisions.map((item) => [item.revision, item.planKey]));
  const after = new Map<number, RestoreTargets>();
  let undo: number[] = [];
  let redo: number[] = [];
  let current = 0;

  for (const item of revisions) {
    const base = item.baseRevision ?? current;
    if (base !== current) ({ undo, redo } = after.get(base) ?? { undo: [], redo: [] });
    ({ undo, redo } = afterItem(item, base));
    after.set(item.revision, { undo, redo });
    current = item.revision;
  }
  return { undo, redo };

  function afterItem(item: RevisionLink, base: number): RestoreTargets {
    if (base === 0) return { undo, redo };
    const isHere = (target: number) => item.restoredFrom !== null && keys.get(target) === item.planKey;
    const back = undo.findIndex(isHere);
    const forward = redo.findIndex(isHere);
    if (back === 0 && item.isNamed !== true) return { undo: undo.slice(1), redo: [base, ...redo] };
    if (forward >= 0) return { undo: [base, ...undo], redo: redo.slice(forward + 1) };
    if (back >= 0) return { undo: [base, ...undo], redo: [...undo.slice(0, back).reverse(), base, ...redo] };
    return { undo: [base, ...undo], redo: [] };
  }
}

const REVISION =
  "(?<![\\p{L}\\d])(?:r|v|rev\\.?|r[eé]vision\\p{L}*|revisi[oó]n|revis[aã]o|revisione|versi[oó]n\\p{L}*|version\\p{L}*|vers[aã]o|fassung|stand|ревизи\\p{L}*|верси\\p{L}*)|版本|修订|リビジョン|バージョン|리비전|버전|第";
const FIRST =
  /\b(?:first|original|initial)\s+(?:plan|version|revision|one)\b|\b(?:start|beginning)\s*[.!]?$/i;

/** Whether a message leads to a revision by naming it: "Go back to r1", "zurück zu Version 1". */
export function namesRevision(words: string, revision: number): boolean {
  if (revision === 1 && FIRST.test(words)) return true;
  return new RegExp(`(?:${REVISION})\\s?(?:#|nr\\.?|no\\.?|number)?\\s?${revision}(?!\\d)`, "iu").test(words);
}
