import {
  type Component,
  components,
  dependenciesOf,
  dependentsOf,
  indexGraph,
  type LinkedNode,
  type LinksOf,
  type Node as GraphNode,
  reachable,
  shortestWay,
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
  return cyclesIn(components(indexGraph(nodes)));
}

/** The same for a graph whose components are known. */
export function cyclesIn(parts: readonly Component[]): string[][] {
  return parts
    .flatMap(circlesOf)
    .sort((a, b) => a.start.place - b.start.place)
    .map(({ way }) => idsOf(way));
}

type Circle = { start: LinkedNode; way: LinkedNode[] };

/** The shortest circle of a component; none in a step that does not wait for itself. */
function circlesOf(component: Component): Circle[] {
  const [start] = component;
  if (start && component.length === 1)
    return start.dependencies.includes(start) ? [{ start, way: [start, start] }] : [];
  const members = new Set(component);
  // A search that left the component would find the same, but take longer the larger the plan is.
  const linksOf: LinksOf = (node) => node.dependents.filter((next) => next !== node && members.has(next));
  return component
    .toSorted((a, b) => a.place - b.place)
    .slice(0, component.length > SHORTEST_CYCLE_LIMIT ? 1 : SHORTEST_CYCLE_LIMIT)
    .map((start) => ({ start, way: shortestWay(start, start, linksOf) }))
    .sort((a, b) => a.way.length - b.way.length)
    .slice(0, 1);
}

/** Every step that has to settle before `stepId`, directly or through others, nearest first. */
export function upstreamOf(stepId: string, nodes: readonly Node[]): string[] {
  const start = indexGraph(nodes).get(stepId);
  return start ? idsOf(reachable(start, dependenciesOf)) : [];
}

/** Every step that waits for `stepId`, directly or through others, nearest first. */
export function downstreamOf(stepId: string, nodes: readonly Node[]): string[] {
  const start = indexGraph(nodes).get(stepId);
  return start ? idsOf(reachable(start, dependentsOf)) : [];
}

/** Ids so that each comes after all it depends on. Steps in a circle, or behind one, are left out. */
export function topologicalOrder(nodes: readonly Node[]): string[] {
  const settled = new Map<LinkedNode, number>();
  const order = [...indexGraph(nodes).values()].filter((node) => node.dependencies.length === 0);
  for (const node of order) {
    for (const dependent of node.dependents) {
      const count = (settled.get(dependent) ?? 0) + 1;
      settled.set(dependent, count);
      if (count === dependent.dependencies.length) order.push(dependent);
    }
  }
  return idsOf(order);
}

/** The shortest chain by which `fromId` waits for `toId`, both included; null when it does not wait. */
export function pathBetween(fromId: string, toId: string, nodes: readonly Node[]): string[] | null {
  const graph = indexGraph(nodes);
  const [from, to] = [graph.get(fromId), graph.get(toId)];
  const way = from && to ? shortestWay(from, to, dependenciesOf) : [];
  return way.length === 0 ? null : idsOf(way);
}

function idsOf(nodes: readonly LinkedNode[]): string[] {
  return nodes.map(({ id }) => id);
}
