import fc from "fast-check";
import { expect, test } from "vitest";
import { downstreamOf, findCycles, pathBetween, topologicalOrder, upstreamOf } from "#server/core/graph.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { distancesOf, idsOf, isWay, smallGraph } from "./small-graph.ts";

const nodes = (graph: Record<string, string[]>) => makePlan(graph).steps;
const diamond = nodes({ a: [], b: ["a"], c: ["a"], d: ["b", "c"], e: ["d"] });
const every = () => true;

/** Steps `first` to `last`, each waiting for the one before it, and the first for the last. */
function ring(first: number, last: number) {
  const id = (number: number) => `s${number}`;
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    id: id(first + index),
    dependsOn: [id(index === 0 ? last : first + index - 1)],
  }));
}

test("upstream and downstream are found through others, nearest first", () => {
  expect(upstreamOf("d", diamond)).toEqual(["b", "c", "a"]);
  expect(downstreamOf("a", diamond)).toEqual(["b", "c", "d", "e"]);
  expect(upstreamOf("a", diamond)).toEqual([]);
  expect(upstreamOf("gone", diamond)).toEqual([]);
  expect(downstreamOf("gone", diamond)).toEqual([]);
});

test("upstream and downstream are what links lead to, each once, in the order of their distance", () => {
  fc.assert(
    fc.property(smallGraph, (graph) => {
      const distance = distancesOf(graph, every);
      for (const id of idsOf(graph)) {
        const upstream = upstreamOf(id, graph);
        const downstream = downstreamOf(id, graph);

        expect(upstream.toSorted()).toEqual(
          idsOf(graph)
            .filter((other) => Number.isFinite(distance(id, other)))
            .sort(),
        );
        expect(downstream.toSorted()).toEqual(
          idsOf(graph)
            .filter((other) => Number.isFinite(distance(other, id)))
            .sort(),
        );
        const up = upstream.map((other) => distance(id, other));
        const down = downstream.map((other) => distance(other, id));
        expect(up).toEqual(up.toSorted());
        expect(down).toEqual(down.toSorted());
      }
    }),
    cases(200),
  );
});

test("the order puts every step behind what it waits for, and leaves circles out", () => {
  expect(topologicalOrder(diamond)).toEqual(["a", "b", "c", "d", "e"]);
  expect(topologicalOrder(nodes({ a: ["b"], b: ["a"], c: ["b"], d: [] }))).toEqual(["d"]);
});

test("the order has each step that is in no circle and behind none, once and behind all it waits for", () => {
  fc.assert(
    fc.property(smallGraph, (graph) => {
      const distance = distancesOf(graph, every);
      const ids = idsOf(graph);
      const circular = ids.filter((id) => Number.isFinite(distance(id, id)));
      const order = topologicalOrder(graph);

      const free = ids.filter(
        (id) => !circular.some((other) => other === id || Number.isFinite(distance(id, other))),
      );
      expect(order.toSorted()).toEqual(free.toSorted());
      for (const [place, id] of order.entries()) {
        for (const other of order.slice(place))
          expect([id, other, distance(id, other)]).toEqual([id, other, Number.POSITIVE_INFINITY]);
      }
    }),
    cases(200),
  );
});

test("the way between two steps is the shortest chain of dependencies", () => {
  expect(pathBetween("e", "a", diamond)).toEqual(["e", "d", "b", "a"]);
  expect(pathBetween("a", "e", diamond)).toBeNull();
  expect(pathBetween("a", "a", diamond)).toBeNull();
  expect(pathBetween("gone", "a", diamond)).toBeNull();
  expect(pathBetween("a", "gone", diamond)).toBeNull();
  expect(pathBetween("a", "a", nodes({ a: ["b"], b: ["a"] }))).toEqual(["a", "b", "a"]);
});

test("a way is made of links that are there, and no shorter one exists", () => {
  fc.assert(
    fc.property(smallGraph, (graph) => {
      const distance = distancesOf(graph, every);
      for (const from of idsOf(graph)) {
        for (const to of idsOf(graph)) {
          const way = pathBetween(from, to, graph);
          expect(way === null ? Number.POSITIVE_INFINITY : way.length - 1).toBe(distance(from, to));
          if (!way) continue;
          expect([way[0], way.at(-1), isWay(way, graph)]).toEqual([from, to, true]);
        }
      }
    }),
    cases(200),
  );
});

test("every disjoint circle is found, from its earliest step, in the order of running", () => {
  expect(findCycles(diamond)).toEqual([]);
  expect(
    findCycles(nodes({ fetch: ["merge"], clean: ["fetch"], merge: ["clean"], x: ["y"], y: ["x"], z: ["z"] })),
  ).toEqual([
    ["fetch", "clean", "merge", "fetch"],
    ["x", "y", "x"],
    ["z", "z"],
  ]);
});

test("circles come in the order of the list, whatever waits for what", () => {
  expect(findCycles(nodes({ a: ["a", "b"], b: ["c"], c: ["b", "d"], d: ["d"] }))).toEqual([
    ["a", "a"],
    ["b", "c", "b"],
    ["d", "d"],
  ]);
});

test("a step that waits for a circle and for itself is a circle of its own, wherever it is listed", () => {
  expect(findCycles(nodes({ a: ["c"], b: ["a", "b"], c: ["a"] }))).toEqual([
    ["a", "c", "a"],
    ["b", "b"],
  ]);
});

test("among circles that share steps the shortest is named, a step's link to itself aside", () => {
  expect(findCycles(nodes({ a: ["d", "a"], b: ["a"], c: ["b", "d"], d: ["c"] }))).toEqual([["c", "d", "c"]]);
});

test("among circles of one length that share steps the first of the list is named", () => {
  expect(findCycles(nodes({ a: ["b"], b: ["a", "c"], c: ["b"] }))).toEqual([["a", "b", "a"]]);
});

test("in a group of more than 64 steps the circle through the first one stands for the shortest", () => {
  const withShortcut = (last: number) =>
    ring(1, last).map((node) => (node.id === "s10" ? { ...node, dependsOn: ["s9", "s11"] } : node));

  expect(findCycles(withShortcut(64))).toEqual([["s10", "s11", "s10"]]);
  expect(findCycles(withShortcut(65)).map((circle) => [circle[0], circle.length])).toEqual([["s1", 66]]);
});

test("each group of steps that wait on each other has one circle: a real one, the shortest there is", () => {
  fc.assert(
    fc.property(smallGraph, (graph) => {
      const ids = idsOf(graph);
      const distance = distancesOf(graph, every);
      const toOthers = distancesOf(graph, ([from, to]) => from !== to);
      const circles = findCycles(graph);

      const groupOf = (id: string) =>
        ids.filter((other) => other === id || Number.isFinite(distance(id, other) + distance(other, id)));
      const circular = ids.filter((id) => Number.isFinite(distance(id, id)));
      const groups = new Set(circular.map((id) => groupOf(id).join(" ")));
      expect(circles.map(([id]) => groupOf(String(id)).join(" ")).sort()).toEqual([...groups].sort());

      for (const circle of circles) {
        const members = circle.slice(1);
        const places = members.map((id) => ids.indexOf(id));
        const group = groupOf(String(circle[0]));
        expect(circle[0]).toBe(circle.at(-1));
        expect(new Set(members).size).toBe(members.length);
        expect(isWay(circle.toReversed(), graph)).toBe(true);
        expect(ids.indexOf(String(circle[0]))).toBe(Math.min(...places));
        expect(members.length).toBe(
          group.length === 1 ? 1 : Math.min(...group.map((id) => toOthers(id, id))),
        );
      }
      const starts = circles.map(([id]) => ids.indexOf(String(id)));
      expect(starts).toEqual(starts.toSorted());
    }),
    cases(200),
  );
});

test("names that every object has are ordinary ids", () => {
  const odd = [
    { id: "constructor", dependsOn: ["__proto__"] },
    { id: "__proto__", dependsOn: ["toString"] },
    { id: "toString", dependsOn: [] },
  ];

  expect(topologicalOrder(odd)).toEqual(["toString", "__proto__", "constructor"]);
  expect(upstreamOf("constructor", odd)).toEqual(["__proto__", "toString"]);
});

test("a chain of five thousand steps, and one closed to a circle, need no deep stack", () => {
  const circle = ring(0, 4_999);
  const chain = circle.map((node, index) => (index === 0 ? { ...node, dependsOn: [] } : node));

  expect(findCycles(chain)).toEqual([]);
  expect(topologicalOrder(chain)).toHaveLength(5_000);
  expect(upstreamOf("s4999", chain)).toHaveLength(4_999);
  expect(findCycles(circle).map((cycle) => cycle.length)).toEqual([5_001]);
});
