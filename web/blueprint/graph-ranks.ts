/** What the layout needs to know of a step. Ids are unique; a dependency that is no node is ignored. */
export type GraphNode = { id: string; dependsOn: readonly string[] };

export type GraphLink = { from: string; to: string };

/** The links in drawing order, split into those that agree on one direction and those that close a circle. */
export function splitLinks(nodes: readonly GraphNode[]): { forward: GraphLink[]; closing: GraphLink[] } {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const state = new Map<string, "open" | "done">();
  const closing = new Set<string>();

  // Iterative, because a chain of 500 steps would make the recursion deep.
  for (const start of nodes) {
    const stack: { node: GraphNode; next: number }[] = [];
    if (!state.has(start.id)) {
      state.set(start.id, "open");
      stack.push({ node: start, next: 0 });
    }
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const upstream = top.node.dependsOn[top.next];
      top.next += 1;
      if (upstream === undefined) {
        state.set(top.node.id, "done");
        stack.pop();
        continue;
      }
      const node = byId.get(upstream);
      if (!node) continue;
      if (state.get(upstream) === "open") closing.add(`${upstream}\n${top.node.id}`);
      else if (!state.has(upstream)) {
        state.set(upstream, "open");
        stack.push({ node, next: 0 });
      }
    }
  }

  const links = nodes.flatMap((node) =>
    [...new Set(node.dependsOn)].filter((id) => byId.has(id)).map((id) => ({ from: id, to: node.id })),
  );
  const isClosing = (link: GraphLink) => closing.has(`${link.from}\n${link.to}`);
  return { forward: links.filter((link) => !isClosing(link)), closing: links.filter(isClosing) };
}

/**
 * The row of every node, in the manner of Coffman and Graham: nodes on the longest way to an end take
 * their row first, and a row that is full pushes the rest down. `links` must have no circle.
 */
export function rankNodes(
  nodes: readonly GraphNode[],
  links: readonly GraphLink[],
  rowLimit: number,
): Map<string, number> {
  const downstream = groupBy(
    links,
    (link) => link.from,
    (link) => link.to,
  );
  const upstream = groupBy(
    links,
    (link) => link.to,
    (link) => link.from,
  );
  const place = new Map(nodes.map((node, index) => [node.id, index]));
  const height = heights(nodes, upstream, downstream);
  const waiting = new Map(nodes.map((node) => [node.id, upstream.get(node.id)?.length ?? 0]));
  const rank = new Map<string, number>();
  const filled: number[] = [];

  let ready = nodes.filter((node) => waiting.get(node.id) === 0).map((node) => node.id);
  while (ready.length > 0) {
    ready.sort(
      (a, b) => (height.get(b) ?? 0) - (height.get(a) ?? 0) || (place.get(a) ?? 0) - (place.get(b) ?? 0),
    );
    const next: string[] = [];
    for (const id of ready) {
      let row = Math.max(0, ...(upstream.get(id) ?? []).map((from) => (rank.get(from) ?? 0) + 1));
      while ((filled[row] ?? 0) >= rowLimit) row += 1;
      filled[row] = (filled[row] ?? 0) + 1;
      rank.set(id, row);
      for (const to of downstream.get(id) ?? []) {
        const left = (waiting.get(to) ?? 0) - 1;
        waiting.set(to, left);
        if (left === 0) next.push(to);
      }
    }
    ready = next;
  }
  return pullSourcesDown(nodes, upstream, downstream, rank);
}

function heights(
  nodes: readonly GraphNode[],
  upstream: Map<string, string[]>,
  downstream: Map<string, string[]>,
): Map<string, number> {
  const left = new Map(nodes.map((node) => [node.id, downstream.get(node.id)?.length ?? 0]));
  const queue = nodes.filter((node) => left.get(node.id) === 0).map((node) => node.id);
  const height = new Map(queue.map((id) => [id, 0]));
  for (const id of queue) {
    for (const from of upstream.get(id) ?? []) {
      height.set(from, Math.max(height.get(from) ?? 0, (height.get(id) ?? 0) + 1));
      const open = (left.get(from) ?? 0) - 1;
      left.set(from, open);
      if (open === 0) queue.push(from);
    }
  }
  return height;
}

/** A source whose first consumer is far below stands right above it. */
function pullSourcesDown(
  nodes: readonly GraphNode[],
  upstream: Map<string, string[]>,
  downstream: Map<string, string[]>,
  rank: Map<string, number>,
): Map<string, number> {
  for (const node of nodes) {
    const consumers = downstream.get(node.id) ?? [];
    if (upstream.has(node.id) || consumers.length === 0 || rank.get(node.id) !== 0) continue;
    const first = Math.min(...consumers.map((id) => rank.get(id) ?? 0));
    if (first > 1) rank.set(node.id, first - 1);
  }
  return rank;
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  memberOf: (item: Item) => string,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(memberOf(item));
    else groups.set(keyOf(item), [memberOf(item)]);
  }
  return groups;
}
