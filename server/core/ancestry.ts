import { components, type Graph, indexGraph, type LinkedNode, type Node } from "./graph-index.ts";

/** A test of whether the first id settles before the second, directly or through others. */
export function ancestry(nodes: readonly Node[]): (earlierId: string, id: string) => boolean {
  let table: Table | null = null;
  return (earlierId, id) => {
    table ??= tableOf(indexGraph(nodes));
    const earlier = table.graph.get(earlierId);
    const before = table.before.get(id) ?? 0n;
    return earlier !== undefined && (before & bitOf(earlier)) !== 0n;
  };
}

/** For each id, a bit for every node that comes before it. */
type Table = { graph: Graph; before: ReadonlyMap<string, bigint> };

function tableOf(graph: Graph): Table {
  const before = new Map<string, bigint>();
  const upTo = new Map<LinkedNode, bigint>();
  for (const component of components(graph)) {
    let bits = 0n;
    for (const { dependencies } of component) {
      for (const dependency of dependencies) bits |= upTo.get(dependency) ?? bitOf(dependency);
    }
    for (const node of component) {
      before.set(node.id, bits);
      upTo.set(node, bits | bitOf(node));
    }
  }
  return { graph, before };
}

function bitOf({ place }: LinkedNode): bigint {
  return 1n << BigInt(place);
}
