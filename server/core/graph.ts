import type { Step } from "./plan.ts";

export type Node = Pick<Step, "id" | "dependsOn">;

// In a component of more steps than this, the circle through its first step stands for the shortest one.
const SHORTEST_CYCLE_LIMIT = 64;

/** What each id waits for, ids that no node has left out. Nodes that share an id count as one. */
export function dependencyMap(nodes: readonly Node[]): Map<string, string[]> {
  const map = new Map<string, string[]>(nodes.map((node) => [node.id, []]));
  for (const node of nodes) {
    const known = map.get(node.id);
    for (const id of node.dependsOn) if (map.has(id)) known?.push(id);
  }
  return map;
}

function turnedRound(map: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const turned = new Map<string, string[]>([...map.keys()].map((id) => [id, []]));
  for (const [id, dependencies] of map) {
    for (const dependency of dependencies) turned.get(dependency)?.push(id);
  }
  return turned;
}

/** The way from one id to another along `map`, shortest; a way from an id to itself has at least one link. */
function shortestWay(map: ReadonlyMap<string, readonly string[]>, from: string, to: string): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [from];
  for (const id of queue) {
    for (const next of map.get(id) ?? []) {
      if (next === to) {
        const way = [to];
        for (let at: string | undefined = id; at !== undefined; at = at === from ? undefined : cameFrom.get(at)) {
          way.push(at);
        }
        return way.reverse();
      }
      if (next === from || cameFrom.has(next)) continue;
      cameFrom.set(next, id);
      queue.push(next);
    }
  }
  return null;
}

/** The strongly connected components, each after those that it depends on. */
export function components(nodes: readonly Node[]): string[][] {
  const map = dependencyMap(nodes);
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];

  for (const root of map.keys()) {
    if (order.has(root)) continue;
    const calls: { id: string; next: number }[] = [{ id: root, next: 0 }];
    while (calls.length > 0) {
      const call = calls[calls.length - 1];
      if (!call) break;
      const { id } = call;
      if (call.next === 0) {
        order.set(id, order.size);
        low.set(id, order.get(id) ?? 0);
        open.push(id);
        isOpen.add(id);
      }
      const dependency = map.get(id)?.[call.next];
      call.next += 1;
      if (dependency !== undefined) {
        if (!order.has(dependency)) calls.push({ id: dependency, next: 0 });
        else if (isOpen.has(dependency)) low.set(id, Math.min(low.get(id) ?? 0, order.get(dependency) ?? 0));
        continue;
      }

      calls.pop();
      const caller = calls.at(-1);
      if (caller) low.set(caller.id, Math.min(low.get(caller.id) ?? 0, low.get(id) ?? 0));
      if (low.get(id) !== order.get(id)) continue;
      const component = open.splice(open.lastIndexOf(id));
      for (const member of component) isOpen.delete(member);
      found.push(component);
    }
  }
  return found;
}

/**
 * Every disjoint circle, one for each group of steps that wait on each other: each id comes before the
 * one after it, the first is the earliest of the list, and it is repeated at the end. A step that waits
 * for itself alone is `[id, id]`.
 */
export function findCycles(nodes: readonly Node[]): string[][] {
  const waits = dependencyMap(nodes);
  const place = new Map([...waits.keys()].map((id, index) => [id, index]));
  const earliest = (a: string, b: string) => (place.get(a) ?? 0) - (place.get(b) ?? 0);
  const cycles: string[][] = [];

  for (const component of components(nodes)) {
    const [only] = component;
    if (component.length === 1 && only !== undefined) {
      if (waits.get(only)?.includes(only)) cycles.push([only, only]);
      continue;
    }
    const members = new Set(component);
    const inside = new Map(
      component.map((id) => [id, (waits.get(id) ?? []).filter((other) => other !== id && members.has(other))]),
    );
    const before = turnedRound(inside);
    const sorted = [...component].sort(earliest);
    const starts = sorted.length > SHORTEST_CYCLE_LIMIT ? sorted.slice(0, 1) : sorted;
    let best: string[] | null = null;
    for (const start of starts) {
      const way = shortestWay(before, start, start);
      if (way && (!best || way.length < best.length)) best = way;
      if (best?.length === 3) break;
    }
    if (best) cycles.push(best);
  }
  return cycles.sort((a, b) => earliest(a[0] ?? "", b[0] ?? ""));
}

function reachable(map: ReadonlyMap<string, readonly string[]>, start: string): string[] {
  const found = new Set<string>();
  const queue = [start];
  for (const id of queue) {
    for (const next of map.get(id) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      queue.push(next);
    }
  }
  return [...found];
}

/** Every step that has to settle before `stepId`, directly or through others, nearest first. */
export function upstreamOf(stepId: string, nodes: readonly Node[]): string[] {
  return reachable(dependencyMap(nodes), stepId);
}

/** Every step that waits for `stepId`, directly or through others, nearest first. */
export function downstreamOf(stepId: string, nodes: readonly Node[]): string[] {
  return reachable(turnedRound(dependencyMap(nodes)), stepId);
}

/** Ids so that each comes after all it depends on. Steps in a circle, or behind one, are left out. */
export function topologicalOrder(nodes: readonly Node[]): string[] {
  const waits = dependencyMap(nodes);
  const followers = turnedRound(waits);
  const open = new Map([...waits].map(([id, dependencies]) => [id, dependencies.length]));
  const order = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  for (const id of order) {
    for (const follower of followers.get(id) ?? []) {
      const left = (open.get(follower) ?? 0) - 1;
      open.set(follower, left);
      if (left === 0) order.push(follower);
    }
  }
  return order;
}

/** The shortest chain of dependencies by which `fromId` waits for `toId`, both included; null when it does not. */
export function pathBetween(fromId: string, toId: string, nodes: readonly Node[]): string[] | null {
  return shortestWay(dependencyMap(nodes), fromId, toId);
}
