import type { GraphLink, GraphNode } from "./graph-ranks.ts";

export const CARD_WIDTH = 220;
const BEND_WIDTH = 18;
const SWEEPS = 12;

/** A card, or a bend where a long link passes a row. */
export type Vertex = {
  id: string;
  isBend: boolean;
  rank: number;
  x: number;
  width: number;
  upper: Vertex[];
  lower: Vertex[];
};

export type Chain = { from: string; to: string; vertices: Vertex[] };

/** Rows of cards and bends, in list order. Rows that ranking left empty are closed up. */
export function buildRows(
  nodes: readonly GraphNode[],
  links: readonly GraphLink[],
  rank: ReadonlyMap<string, number>,
): { rows: Vertex[][]; chains: Chain[] } {
  const used = [...new Set(rank.values())].sort((a, b) => a - b);
  const rowOf = new Map(used.map((value, index) => [value, index]));
  const rows: Vertex[][] = used.map(() => []);

  function put(id: string, row: number, isBend: boolean): Vertex {
    const width = isBend ? BEND_WIDTH : CARD_WIDTH;
    const vertex: Vertex = { id, isBend, rank: row, x: 0, width, upper: [], lower: [] };
    rows[row]?.push(vertex);
    return vertex;
  }

  const cards = new Map(
    nodes.map((node) => [node.id, put(node.id, rowOf.get(rank.get(node.id) ?? 0) ?? 0, false)]),
  );
  const chains: Chain[] = [];
  for (const link of links) {
    const from = cards.get(link.from);
    const to = cards.get(link.to);
    if (!from || !to) continue;
    const vertices = [from];
    for (let row = from.rank + 1; row < to.rank; row += 1) {
      vertices.push(put(`${link.from}>${link.to}:${row}`, row, true));
    }
    vertices.push(to);
    for (const [index, vertex] of vertices.entries()) {
      const previous = vertices[index - 1];
      if (!previous) continue;
      previous.lower.push(vertex);
      vertex.upper.push(previous);
    }
    chains.push({ ...link, vertices });
  }
  return { rows, chains };
}

/** Reorders each row by the mean place of its neighbours and keeps the order with the fewest crossings. */
export function reduceCrossings(rows: Vertex[][]): Vertex[][] {
  const place = new Map<Vertex, number>();
  const remember = (row: readonly Vertex[]) => row.forEach((vertex, index) => place.set(vertex, index));
  const placeOf = (vertex: Vertex) => place.get(vertex) ?? 0;
  rows.forEach(remember);

  let best = rows.map((row) => [...row]);
  let fewest = countCrossings(rows, placeOf);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep += 1) {
    const isDownward = sweep % 2 === 0;
    for (const row of isDownward ? rows : rows.toReversed()) {
      const wanted = new Map(
        row.map((vertex) => [vertex, meanPlace(isDownward ? vertex.upper : vertex.lower, placeOf, vertex)]),
      );
      row.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || placeOf(a) - placeOf(b));
      remember(row);
    }
    const crossings = countCrossings(rows, placeOf);
    if (crossings < fewest) {
      fewest = crossings;
      best = rows.map((row) => [...row]);
    }
  }
  return best;
}

function meanPlace(neighbours: readonly Vertex[], placeOf: (vertex: Vertex) => number, self: Vertex): number {
  if (neighbours.length === 0) return placeOf(self);
  return neighbours.reduce((sum, vertex) => sum + placeOf(vertex), 0) / neighbours.length;
}

/** Inversions between neighbouring rows, counted with a binary indexed tree. */
export function countCrossings(rows: readonly Vertex[][], placeOf: (vertex: Vertex) => number): number {
  let crossings = 0;
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1];
    if (!above) continue;
    const ends = row.flatMap((vertex) => vertex.upper.map(placeOf).sort((a, b) => a - b));
    const tree = new Int32Array(above.length + 1);
    for (const end of ends.toReversed()) {
      for (let key = end; key > 0; key -= key & -key) crossings += tree[key] ?? 0;
      for (let key = end + 1; key <= above.length; key += key & -key) tree[key] = (tree[key] ?? 0) + 1;
    }
  }
  return crossings;
}
