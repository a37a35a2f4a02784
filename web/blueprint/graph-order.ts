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

type Chain = { from: string; to: string; vertices: Vertex[] };

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
  const bends = new Map<string, Vertex>();
  function bendAt(key: string, row: number): Vertex {
    const name = `${key}:${row}`;
    const bend = bends.get(name) ?? put(name, row, true);
    bends.set(name, bend);
    return bend;
  }

  const trunkOf = chooseTrunks(links);
  const chains = links.flatMap((link): Chain[] => {
    const from = cards.get(link.from);
    const to = cards.get(link.to);
    if (!from || !to) return [];
    const vertices = [from];
    for (let row = from.rank + 1; row < to.rank; row += 1) vertices.push(bendAt(trunkOf(link), row));
    vertices.push(to);
    for (const [index, vertex] of vertices.entries()) {
      const previous = vertices[index - 1];
      if (!previous || previous.lower.includes(vertex)) continue;
      previous.lower.push(vertex);
      vertex.upper.push(previous);
    }
    return [{ ...link, vertices }];
  });
  return { rows: rows.map(lanesInTheMiddle), chains };
}

/** A fair start for the sweeps: cards on both sides of what passes the row. */
function lanesInTheMiddle(row: readonly Vertex[]): Vertex[] {
  const cards = row.filter((vertex) => !vertex.isBend);
  const half = Math.ceil(cards.length / 2);
  return [...cards.slice(0, half), ...row.filter((vertex) => vertex.isBend), ...cards.slice(half)];
}

/**
 * Long links out of one card, or into one card, run together and part late: a step that 400 others wait
 * for takes one lane between the rows, not 400.
 */
function chooseTrunks(links: readonly GraphLink[]): (link: GraphLink) => string {
  const leaving = new Map<string, number>();
  const arriving = new Map<string, number>();
  for (const { from, to } of links) {
    leaving.set(from, (leaving.get(from) ?? 0) + 1);
    arriving.set(to, (arriving.get(to) ?? 0) + 1);
  }
  return ({ from, to }) =>
    (leaving.get(from) ?? 0) >= (arriving.get(to) ?? 0) ? `from ${from}` : `to ${to}`;
}

/** Reorders each row by the mean place of its neighbours and keeps the order with the fewest crossings. */
export function reduceCrossings(rows: Vertex[][]): Vertex[][] {
  const place = new Map<Vertex, number>();
  function remember(row: readonly Vertex[]) {
    for (const [index, vertex] of row.entries()) place.set(vertex, index);
  }
  const placeOf = (vertex: Vertex) => place.get(vertex) ?? 0;
  for (const row of rows) remember(row);

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
