import { z } from "zod";
import { jsonSchema } from "./json.ts";

/** An edit as it is kept with its revision: the planner's own words, for the record and the log. */
export const storedEditSchema = z.record(z.string(), jsonSchema);
export type StoredEdit = z.infer<typeof storedEditSchema>;

type RevisionLink = { revision: number; restoredFrom: number | null; planKey: string };

/** The revisions that undo and redo lead to, the nearest first: the second one is undo twice. */
export type RestoreTargets = { undo: number[]; redo: number[] };

/**
 * Undo and redo as people know them from editors, derived from the list of revisions alone.
 * - A restore of the nearest undo target is an undo: redo takes it back. A restore of a redo target is a redo.
 * - A restore of an undo target further away is a jump: undo leads to where it started, redo leads one
 *   step forward from where it landed.
 * - Everything else is a new change and empties redo.
 * `planKey` is equal for equal plans (a content hash).
 */
export function restoreTargets(revisions: readonly RevisionLink[]): RestoreTargets {
  const keys = new Map(revisions.map((item) => [item.revision, item.planKey]));
  let undo: number[] = [];
  let redo: number[] = [];
  let current: number | null = null;

  for (const item of revisions) {
    if (current === null) {
      current = item.revision;
      continue;
    }
    const isHere = (target: number) => item.restoredFrom !== null && keys.get(target) === item.planKey;
    const back = undo.findIndex(isHere);
    const forward = redo.findIndex(isHere);
    if (back === 0) {
      undo = undo.slice(1);
      redo = [current, ...redo];
    } else if (forward >= 0) {
      redo = redo.slice(forward + 1);
      undo = [current, ...undo];
    } else if (back > 0) {
      redo = [...undo.slice(0, back).reverse(), current, ...redo];
      undo = [current, ...undo];
    } else {
      undo = [current, ...undo];
      redo = [];
    }
    current = item.revision;
  }
  return { undo, redo };
}
