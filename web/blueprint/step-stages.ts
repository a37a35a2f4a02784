import { type GraphNode, splitLinks } from "./graph-ranks.ts";

/** For each step the earliest stage it can run in, from 0: steps of one stage can run at once. */
export function stepStages(nodes: readonly GraphNode[]): { stageOf: Map<string, number>; count: number } {
  const { forward } = splitLinks(nodes);
  const stageOf = new Map(nodes.map((node) => [node.id, 0]));
  const waiting = new Map(nodes.map((node) => [node.id, 0]));
  const downstream = new Map<string, string[]>();
  for (const link of forward) {
    waiting.set(link.to, (waiting.get(link.to) ?? 0) + 1);
    downstream.set(link.from, [...(downstream.get(link.from) ?? []), link.to]);
  }

  const queue = nodes.filter((node) => waiting.get(node.id) === 0).map((node) => node.id);
  for (const id of queue) {
    for (const to of downstream.get(id) ?? []) {
      stageOf.set(to, Math.max(stageOf.get(to) ?? 0, (stageOf.get(id) ?? 0) + 1));
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) queue.push(to);
    }
  }
  return { stageOf, count: nodes.length === 0 ? 0 : Math.max(...stageOf.values()) + 1 };
}
