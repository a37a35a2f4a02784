import type { Step } from "./plan.ts";

export type Node = Pick<Step, "id" | "dependsOn">;

/** A node with its links followed. Nodes that share an id are one; links to ids that no node has are left out. */
export type LinkedNode = {
  id: string;
  /** Counted from 0 in the order of the list. */
  place: number;
  dependencies: LinkedNode[];
  dependents: LinkedNode[];
  /** How many of its links lead to an id that no node has. */
  missing: number;
};

export type Graph = ReadonlyMap<string, LinkedNode>;
export type LinksOf = (node: LinkedNode) => readonly LinkedNode[];

export const dependenciesOf: LinksOf = (node) => node.dependencies;
export const dependentsOf: LinksOf = (node) => node.dependents;

export function indexGraph(nodes: readonly Node[]): Graph {
  const graph = new Map<string, LinkedNode>();
  const linked = nodes.map(({ id, dependsOn }) => ({ node: nodeIn(graph, id), dependsOn }));
  for (const { node, dependsOn } of linked) {
    for (const other of dependsOn) {
      const dependency = graph.get(other);
      if (dependency) {
        node.dependencies.push(dependency);
        dependency.dependents.push(node);
      } else node.missing += 1;
    }
  }
  return graph;
}

/** The node of an id, which is added when there is none yet. */
function nodeIn(graph: Map<string, LinkedNode>, id: string): LinkedNode {
  const known = graph.get(id);
  if (known) return known;
  const node: LinkedNode = { id, place: graph.size, dependencies: [], dependents: [], missing: 0 };
  graph.set(id, node);
  return node;
}

/** Everything that links lead to from a node, nearest first; the node itself only where a circle leads back. */
export function reachable(start: LinkedNode, linksOf: LinksOf): LinkedNode[] {
  const found = new Set(linksOf(start));
  // What is added on the way is visited too.
  for (const node of found) for (const next of linksOf(node)) found.add(next);
  return [...found];
}

/** The shortest way along links, both ends included, one link at least; empty when there is none. */
export function shortestWay(from: LinkedNode, to: LinkedNode, linksOf: LinksOf): LinkedNode[] {
  const cameFrom = new Map(linksOf(from).map((next) => [next, from]));
  for (const node of cameFrom.keys()) {
    for (const next of linksOf(node)) if (!cameFrom.has(next)) cameFrom.set(next, node);
  }
  const way = [to];
  for (let at = cameFrom.get(to); at; at = at === from ? undefined : cameFrom.get(at)) way.push(at);
  return way.length === 1 ? [] : way.reverse();
}

/** Nodes of a graph that all lead to each other; a node outside of any circle is one alone. */
export type Component = readonly LinkedNode[];

/** The strongly connected components (Kosaraju's way), each after those that it depends on. */
export function components(graph: Graph): Component[] {
  const isTaken = new Uint8Array(graph.size);
  const found: Component[] = [];
  for (const root of finishingOrder(graph).reverse()) {
    if (isTaken[root.place] === 1) continue;
    isTaken[root.place] = 1;
    const component = [root];
    for (const node of component) {
      for (const next of node.dependencies) {
        if (isTaken[next.place] === 1) continue;
        isTaken[next.place] = 1;
        component.push(next);
      }
    }
    found.push(component);
  }
  return found;
}

/** The nodes as a walk in depth leaves them, each after everything that waits for it, circles aside. */
function finishingOrder(graph: Graph): LinkedNode[] {
  const isEntered = new Uint8Array(graph.size);
  const isFinished = new Uint8Array(graph.size);
  const finished: LinkedNode[] = [];
  for (const root of graph.values()) {
    if (isEntered[root.place] === 1) continue;
    const open = [root];
    for (let node = open.at(-1); node; node = open.at(-1)) {
      if (isEntered[node.place] === 1) {
        if (isFinished[node.place] !== 1) finished.push(node);
        isFinished[node.place] = 1;
        open.pop();
        continue;
      }
      isEntered[node.place] = 1;
      for (const next of node.dependents) if (isEntered[next.place] !== 1) open.push(next);
    }
  }
  return finished;
}
