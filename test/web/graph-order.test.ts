import { expect, test } from "vitest";
import { buildRows, countCrossings, reduceCrossings, type Vertex } from "#web/blueprint/graph-order.ts";

const placesOf = (rows: readonly Vertex[][]) => {
  const places = new Map(rows.flatMap((row) => row.map((vertex, index) => [vertex, index] as const)));
  return (vertex: Vertex) => places.get(vertex) ?? 0;
};

test("two links that cross are counted, and reordering takes the crossing away", () => {
  const nodes = ["a", "b", "c", "d"].map((id) => ({ id, dependsOn: [] }));
  const links = [
    { from: "a", to: "d" },
    { from: "b", to: "c" },
  ];
  const rank = new Map(Object.entries({ a: 0, b: 0, c: 1, d: 1 }));

  const { rows } = buildRows(nodes, links, rank);
  const before = countCrossings(rows, placesOf(rows));
  const after = reduceCrossings(rows);

  expect(before).toBe(1);
  expect(countCrossings(after, placesOf(after))).toBe(0);
});

test("a link over several rows bends in each of them", () => {
  const nodes = ["a", "b", "c"].map((id) => ({ id, dependsOn: [] }));
  const rank = new Map(Object.entries({ a: 0, b: 1, c: 2 }));

  const { rows, chains } = buildRows(nodes, [{ from: "a", to: "c" }], rank);

  expect(chains[0]?.vertices).toHaveLength(3);
  expect(rows[1]?.map((vertex) => vertex.isBend)).toEqual([false, true]);
});

test("long links out of one step share their lane, and so do long links into one step", () => {
  const nodes = ["a", "b", "c", "d", "e"].map((id) => ({ id, dependsOn: [] }));
  const rank = new Map(Object.entries({ a: 0, b: 1, c: 2, d: 2, e: 3 }));
  const lanes = (links: { from: string; to: string }[]) =>
    buildRows(nodes, links, rank).rows.map((row) => row.filter((vertex) => vertex.isBend).length);

  expect(
    lanes([
      { from: "a", to: "c" },
      { from: "a", to: "d" },
    ]),
  ).toEqual([0, 1, 0, 0]);
  expect(
    lanes([
      { from: "a", to: "e" },
      { from: "b", to: "e" },
    ]),
  ).toEqual([0, 1, 1, 0]);
});
