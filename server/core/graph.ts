import {
  components,
  type GraphIndex,
  type Node as GraphNode,
  indexGraph,
  reachable,
  shortestWay,
  turnedRound,
} from "./graph-index.ts";

export type Node = GraphNode;

// In a component of more steps than this, the circle through its first step stands for the shortest one.
const SHORTEST_CYCLE_LIMIT = 64;

/**
 * Every disjoint circle, one for each group of steps that wait on each other: each id comes before the
 * one after it, the first is the earliest of the list, and it is repeated at the end. A step that waits
 * for itself alone is `[id, id]`.
 */
export function findCycles(nodes: readonly Node[]): string[][] {
  const graph = indexGraph(nodes);
  const cycles = components(graph.waits).flatMap((component) => {
    const cycle = cycleOf(component, graph);
    return cycle ? [cycle] : [];
  });
  return cycles.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)).map((cycle) => namesOf(cycle, graph));
}

function cycleOf(component: readonly number[], { waits }: GraphIndex): number[] | null {
  const [only] = component;
  if (component.length === 1) return only !== undefined && waits[only]?.includes(only) ? [only, only] : null;

  const members = new Set(component);
  const inside: number[][] = [];
  for (const place of component) {
    inside[place] = (waits[place] ?? []).filter((other) => other !== place && members.has(other));
  }
  const before = turnedRound(Array.from(inside, (links) => links ?? []));
  const sorted = [...component].sort((a, b) => a - b);
  let best: number[] | null = null;
  for (const start of sorted.length > SHORTEST_CYCLE_LIMIT ? sorted.slice(0, 1) : sorted) {
    const way = shortestWay(before, start, start);
    if (way && (!best || way.length < best.length)) best = way;
    if (best?.length === 3) break;
  }
  return best;
}

function namesOf(places: readonly number[], { ids }: GraphIndex): string[] {
  return places.map((place) => ids[place] ?? "");
}

/** Every step that has to settle before `stepId`, directly or through others, nearest first. */
export function upstreamOf(stepId: string, nodes: readonly Node[]): string[] {
  const graph = indexGraph(nodes);
  const start = graph.places.get(stepId);
  return start === undefined ? [] : namesOf(reachable(graph.waits, start), graph);
}

/** Every step that waits for `stepId`, directly or through others, nearest first. */
export function downstreamOf(stepId: string, nodes: readonly Node[]): string[] {
  const graph = indexGraph(nodes);
  const start = graph.places.get(stepId);
  return start === undefined ? [] : namesOf(reachable(turnedRound(graph.waits), start), graph);
}

/** Ids so that each comes after all it depends on. Steps in a circle, or behind one, are left out. */
export function topologicalOrder(nodes: readonly Node[]): string[] {
  const graph = indexGraph(nodes);
  const followers = turnedRound(graph.waits);
  const left = graph.waits.map((links) => links.length);
  const order = [...left.keys()].filter((place) => left[place] === 0);
  for (const place of order) {
    for (const follower of followers[place] ?? []) {
      const count = (left[follower] ?? 0) - 1;
      left[follower] = count;
      if (count === 0) order.push(follower);
    }
  }
  return namesOf(order, graph);
}

/** The shortest chain by which `fromId` waits for `toId`, both included; null when it does not wait. */
export function pathBetween(fromId: string, toId: string, nodes: readonly Node[]): string[] | null {
  const graph = indexGraph(nodes);
  const [from, to] = [graph.places.get(fromId), graph.places.get(toId)];
  const way = from === undefined || to === undefined ? null : shortestWay(graph.waits, from, to);
  return way && namesOf(way, graph);
}
