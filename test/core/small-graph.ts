import fc from "fast-check";
import type { Node } from "#server/core/graph-index.ts";

const IDS = [..."abcdefgh"];

/** Up to eight steps with links of every kind: to itself, twice, to no step; ids may be doubled. */
export const smallGraph: fc.Arbitrary<Node[]> = fc.array(
  fc.record({
    id: fc.constantFrom(...IDS),
    dependsOn: fc.array(fc.constantFrom(...IDS, "missing"), { maxLength: 3 }),
  }),
  { maxLength: 8 },
);

export type Distances = (fromId: string, toId: string) => number;

/** How many links lead from one id to another at least (Floyd and Warshall's way); Infinity when none do. */
export function distancesOf(nodes: readonly Node[], counts: (link: [string, string]) => boolean): Distances {
  const ids = idsOf(nodes);
  const key = (from: string, to: string) => `${from} ${to}`;
  const table = new Map<string, number>();
  const distance: Distances = (from, to) => table.get(key(from, to)) ?? Number.POSITIVE_INFINITY;
  for (const { id, dependsOn } of nodes) {
    for (const other of dependsOn)
      if (ids.includes(other) && counts([id, other])) table.set(key(id, other), 1);
  }
  for (const middle of ids)
    for (const from of ids)
      for (const to of ids)
        table.set(key(from, to), Math.min(distance(from, to), distance(from, middle) + distance(middle, to)));
  return distance;
}

/** Every id once, in the order of the list. */
export function idsOf(nodes: readonly Node[]): string[] {
  return [...new Set(nodes.map(({ id }) => id))];
}

/** Whether each id of a way depends on the next. */
export function isWay(way: readonly string[], nodes: readonly Node[]): boolean {
  return way
    .slice(1)
    .every((to, index) => nodes.some(({ id, dependsOn }) => id === way[index] && dependsOn.includes(to)));
}
