import { buildRows, CARD_WIDTH, reduceCrossings } from "./graph-order.ts";
import { placeRows } from "./graph-placement.ts";
import { type GraphNode, rankNodes, splitLinks } from "./graph-ranks.ts";

export const CARD_HEIGHT = 54;
const ROW_GAP = 42;
const LARGE = 120;

export type Point = readonly [x: number, y: number];
export type Position = { x: number; y: number; rank: number };
export type GraphEdge = { from: string; to: string; points: Point[]; closesCircle: boolean };

export type GraphLayout = {
  positions: Map<string, Position>;
  edges: GraphEdge[];
  /** Ids of each row, left to right. */
  rows: string[][];
  width: number;
  height: number;
};

/**
 * A layered drawing: rows by dependency, as few crossings as a few sweeps find, no overlaps. The same
 * nodes always give the same drawing. Links that close a circle are drawn, but have no say in the rows.
 */
export function layoutGraph(nodes: readonly GraphNode[]): GraphLayout {
  const isLarge = nodes.length > LARGE;
  const { forward, closing } = splitLinks(nodes);
  const rank = rankNodes(nodes, forward, rowLimit(nodes.length, isLarge ? 0.4 : 0.8));
  const built = buildRows(nodes, forward, rank);
  const rows = reduceCrossings(built.rows);
  placeRows(rows, isLarge ? 8 : 40);

  const all = rows.flat();
  const left = Math.min(...all.map((vertex) => vertex.x - vertex.width / 2));
  const right = Math.max(...all.map((vertex) => vertex.x + vertex.width / 2));
  for (const vertex of all) vertex.x -= left;

  const top = (row: number) => row * (CARD_HEIGHT + ROW_GAP);
  const positions = new Map<string, Position>();
  for (const vertex of all) {
    if (vertex.isBend) continue;
    positions.set(vertex.id, { x: vertex.x - CARD_WIDTH / 2, y: top(vertex.rank), rank: vertex.rank });
  }

  const edges: GraphEdge[] = built.chains.map((chain) => ({
    from: chain.from,
    to: chain.to,
    closesCircle: false,
    points: chain.vertices.flatMap((vertex, index): Point[] => {
      const above: Point = [vertex.x, top(vertex.rank)];
      const below: Point = [vertex.x, top(vertex.rank) + CARD_HEIGHT];
      if (index === 0) return [below];
      return index === chain.vertices.length - 1 ? [above] : [above, below];
    }),
  }));
  for (const link of closing) {
    const from = positions.get(link.from);
    const to = positions.get(link.to);
    if (!from || !to) continue;
    const points: Point[] = [
      [from.x + CARD_WIDTH / 2, from.y + CARD_HEIGHT],
      [to.x + CARD_WIDTH / 2, to.y],
    ];
    edges.push({ ...link, points, closesCircle: true });
  }

  return {
    positions,
    edges,
    rows: rows.map((row) => row.filter((vertex) => !vertex.isBend).map((vertex) => vertex.id)),
    width: nodes.length === 0 ? 0 : right - left,
    height: Math.max(0, top(rows.length) - ROW_GAP),
  };
}

/** How many cards a row may hold, so that a wide plan does not become one endless strip. */
function rowLimit(count: number, aspect: number): number {
  return Math.max(3, Math.ceil(Math.sqrt((count * aspect * (CARD_HEIGHT + ROW_GAP)) / (CARD_WIDTH + 22))));
}
