import { z } from "zod";
import { jsonSchema } from "./json.ts";

/** An edit as it is kept with its revision: the planner's own words, for the record and the log. */
export const storedEditSchema = z.record(z.string(), jsonSchema);
export type StoredEdit = z.infer<typeof storedEditSchema>;

type RevisionLink = { revision: number; restoredFrom: number | null; planKey: string };

/** Where undo and redo lead from the newest revision; null when there is nothing to undo or redo. */
export type RestoreTargets = { undo: number | null; redo: number | null };

/**
 * Undo and redo as people know them from editors, derived from the list of revisions alone.
 * A restore that lands on the undo target is an undo, on the redo target a redo; any other
 * revision, a restore elsewhere included, is a new change and empties redo.
 * `planKey` is equal for equal plans (a content hash).
 */
export function restoreTargets(revisions: readonly RevisionLink[]): RestoreTargets {
  const keys = new Map(revisions.map((item) => [item.revision, item.planKey]));
  let undo: number[] = [];
  let redo: number[] = [];
  let current: number | null = null;

  for (const item of revisions) {
    const lands = (target: number | undefined) =>
      item.restoredFrom !== null && target !== undefined && keys.get(target) === item.planKey;

    if (current !== null && lands(undo.at(-1))) {
      undo = undo.slice(0, -1);
      redo = [...redo, current];
    } else if (current !== null && lands(redo.at(-1))) {
      redo = redo.slice(0, -1);
      undo = [...undo, current];
    } else {
      if (current !== null) undo = [...undo, current];
      redo = [];
    }
    current = item.revision;
  }
  return { undo: undo.at(-1) ?? null, redo: redo.at(-1) ?? null };
}
