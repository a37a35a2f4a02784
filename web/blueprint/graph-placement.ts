import type { Vertex } from "./graph-order.ts";

const COLUMN_GAP = 22;
const BEND_PULL = 1_000;

/** Gives every vertex the `x` of its middle; neighbours in a row never overlap. */
export function placeRows(rows: readonly Vertex[][], rounds: number): void {
  for (const row of rows) spread(row);
  for (let round = 0; round < rounds; round += 1) {
    const isDownward = round % 2 === 0;
    for (const row of isDownward ? rows : rows.toReversed()) {
      placeRow(row, (vertex) => meanX(vertex, isDownward ? vertex.upper : vertex.lower));
    }
  }
  for (const row of rows) {
    placeRow(row, (vertex) => (meanX(vertex, vertex.upper) + meanX(vertex, vertex.lower)) / 2);
  }
}

function spread(row: readonly Vertex[]): void {
  let x = 0;
  for (const vertex of row) {
    vertex.x = x + vertex.width / 2;
    x += vertex.width + COLUMN_GAP;
  }
  for (const vertex of row) vertex.x -= x / 2;
}

/** Where the neighbours of a vertex would have it. A lane follows its lane, not the cards that leave it. */
function meanX(vertex: Vertex, neighbours: readonly Vertex[]): number {
  const lane = vertex.isBend ? neighbours.filter((neighbour) => neighbour.isBend) : [];
  const followed = lane.length > 0 ? lane : neighbours;
  if (followed.length === 0) return vertex.x;
  return followed.reduce((sum, neighbour) => sum + neighbour.x, 0) / followed.length;
}

/**
 * The nearest positions to the wanted ones, in the sense of least squares, that keep the order and the
 * gaps: with each vertex shifted by what stands before it this is isotonic regression, which pooling
 * adjacent violators solves exactly.
 */
function placeRow(row: readonly Vertex[], wantedX: (vertex: Vertex) => number): void {
  const offsets: number[] = [];
  let offset = 0;
  for (const [index, vertex] of row.entries()) {
    const previous = row[index - 1];
    if (previous) offset += (previous.width + vertex.width) / 2 + COLUMN_GAP;
    offsets.push(offset);
  }

  const pools: { sum: number; weight: number; count: number }[] = [];
  for (const [index, vertex] of row.entries()) {
    const weight = pullOf(vertex);
    let pool = { sum: (wantedX(vertex) - (offsets[index] ?? 0)) * weight, weight, count: 1 };
    for (
      let last = pools.at(-1);
      last && last.sum / last.weight > pool.sum / pool.weight;
      last = pools.at(-1)
    ) {
      pools.pop();
      pool = { sum: last.sum + pool.sum, weight: last.weight + pool.weight, count: last.count + pool.count };
    }
    pools.push(pool);
  }

  let index = 0;
  for (const pool of pools) {
    for (let count = 0; count < pool.count; count += 1, index += 1) {
      const vertex = row[index];
      if (vertex) vertex.x = pool.sum / pool.weight + (offsets[index] ?? 0);
    }
  }
}

/**
 * A bend pulls so much harder than a card that long links run straight: cards crowding at one side of a
 * lane would otherwise push it a little further in every row.
 */
function pullOf(vertex: Vertex): number {
  return vertex.isBend ? BEND_PULL : 1;
}
