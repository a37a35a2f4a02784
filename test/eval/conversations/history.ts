import type { Graph } from "./oracle.ts";

/** The revisions so far (revision 1 is the first) and where undo and redo lead, nearest first. */
export type History = { revisions: readonly Graph[]; undo: readonly number[]; redo: readonly number[] };

export function beginHistory(graph: Graph): History {
  return { revisions: [graph], undo: [], redo: [] };
}

export function currentOf({ revisions }: History): Graph {
  return revisionOf(revisions, revisions.length);
}

export function graphAt({ revisions }: History, revision: number): Graph {
  return revisionOf(revisions, revision);
}

export function afterChange({ revisions, undo }: History, graph: Graph): History {
  return { revisions: [...revisions, graph], undo: [revisions.length, ...undo], redo: [] };
}

export function afterUndo(history: History): History {
  const { revisions, undo, redo } = history;
  const [target = 1, ...further] = undo;
  return {
    revisions: [...revisions, revisionOf(revisions, target)],
    undo: further,
    redo: [revisions.length, ...redo],
  };
}

export function afterRedo(history: History): History {
  const { revisions, undo, redo } = history;
  const [target = 1, ...further] = redo;
  return {
    revisions: [...revisions, revisionOf(revisions, target)],
    undo: [revisions.length, ...undo],
    redo: further,
  };
}

function revisionOf(revisions: readonly Graph[], revision: number): Graph {
  const graph = revisions[revision - 1];
  if (!graph) throw new Error(`There is no revision ${revision}.`);
  return graph;
}
