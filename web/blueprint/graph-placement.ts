import type { Vertex } from "./graph-order.ts";

const COLUMN_GAP = 22;
// A bend pulls harder than a card, so that long links run straight.
const BEND_WEIGHT = 3;

/** Gives every vertex the `x` of its middle; neighbours in a row never overlap. */
export function placeRows(rows: readonly Vertex[][], rounds: number): void {
  for (const row of rows) spread(row);
  for (let round = 0; round < rounds; round += 1) {
    const isDownward = round % 2 === 0;
    for (const row of isDownward ? rows : rows.toReversed()) {
      placeRow(row, (vertex) => meanX(isDownward ? vertex.upper : vertex.lower, vertex.x));
    }
  }
  for (const row of rows) {
    placeRow(row, (vertex) => (meanX(vertex.upper, vertex.x) + meanX(vertex.lower, vertex.x)) / 2);
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

function meanX(neighbours: readonly Vertex[], otherwise: number): number {
  if (neighbours.length === 0) return otherwise;
  return neighbours.reduce((sum, vertex) => sum + vertex.x, 0) / neighbours.length;
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
    const weight = vertex.isBend ? BEND_WEIGHT : 1;
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
