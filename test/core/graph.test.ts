import fc from "fast-check";
import { expect, test } from "vitest";
import { ancestry } from "#server/core/ancestry.ts";
import { downstreamOf, findCycles, pathBetween, topologicalOrder, upstreamOf } from "#server/core/graph.ts";
import { makePlan } from "#test/make.ts";

const nodes = (graph: Record<string, string[]>) => makePlan(graph).steps;
const diamond = nodes({ a: [], b: ["a"], c: ["a"], d: ["b", "c"], e: ["d"] });

const anyGraph = fc
  .array(fc.array(fc.nat(11), { maxLength: 4 }), { maxLength: 10 })
  .map((links) =>
    links.map((link, index) => ({ id: `s${index}`, dependsOn: link.map((other) => `s${other}`) })),
  );

test("upstream and downstream are found through others, nearest first", () => {
  expect(upstreamOf("d", diamond)).toEqual(["b", "c", "a"]);
  expect(downstreamOf("a", diamond)).toEqual(["b", "c", "d", "e"]);
  expect(upstreamOf("a", diamond)).toEqual([]);
  expect(downstreamOf("gone", diamond)).toEqual([]);
});

test("the order puts every step behind what it waits for, and leaves circles out", () => {
  expect(topologicalOrder(diamond)).toEqual(["a", "b", "c", "d", "e"]);
  expect(topologicalOrder(nodes({ a: ["b"], b: ["a"], c: ["b"], d: [] }))).toEqual(["d"]);
});

test("the way between two steps is the shortest chain of dependencies", () => {
  expect(pathBetween("e", "a", diamond)).toEqual(["e", "d", "b", "a"]);
  expect(pathBetween("a", "e", diamond)).toBeNull();
  expect(pathBetween("a", "a", diamond)).toBeNull();
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

test("among circles that share steps the shortest is named, a step's link to itself aside", () => {
  expect(findCycles(nodes({ a: ["d", "a"], b: ["a"], c: ["b", "d"], d: ["c"] }))).toEqual([["c", "d", "c"]]);
});

test("names that every object has are ordinary ids", () => {
  const odd = [
    { id: "constructor", dependsOn: ["__proto__"] },
    { id: "__proto__", dependsOn: ["toString"] },
    { id: "toString", dependsOn: [] },
  ];

  expect(topologicalOrder(odd)).toEqual(["toString", "__proto__", "constructor"]);
  expect(ancestry(odd)("toString", "constructor")).toBe(true);
});

test("a chain of five thousand steps, and one closed to a circle, need no deep stack", () => {
  const chain = Array.from({ length: 5_000 }, (_, index) => ({
    id: `s${index}`,
    dependsOn: index === 0 ? [] : [`s${index - 1}`],
  }));
  const circle = chain.map((node, index) => (index === 0 ? { ...node, dependsOn: ["s4999"] } : node));

  expect(findCycles(chain)).toEqual([]);
  expect(topologicalOrder(chain)).toHaveLength(5_000);
  expect(upstreamOf("s4999", chain)).toHaveLength(4_999);
  expect(findCycles(circle).map((cycle) => cycle.length)).toEqual([5_001]);
});

test("a graph has circles exactly where the order leaves steps out, and each circle is a real one", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const cycles = findCycles(graph);
      const inCircle = (id: string) => upstreamOf(id, graph).includes(id);
      expect(cycles.length > 0).toBe(topologicalOrder(graph).length < graph.length);
      for (const cycle of cycles) {
        expect(cycle[0]).toBe(cycle.at(-1));
        expect(new Set(cycle.slice(1)).size).toBe(cycle.length - 1);
        for (const [index, id] of cycle.slice(1).entries()) {
          expect(graph.find((node) => node.id === id)?.dependsOn).toContain(cycle[index]);
        }
      }
      for (const { id } of graph.filter((node) => inCircle(node.id))) {
        const group = graph.filter(
          (node) =>
            node.id === id ||
            (upstreamOf(id, graph).includes(node.id) && upstreamOf(node.id, graph).includes(id)),
        );
        expect(cycles.filter((cycle) => group.some((node) => cycle.includes(node.id)))).toHaveLength(1);
      }
    }),
  );
});

test("what comes before a step is the same whether asked once or looked up", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const isBefore = ancestry(graph);
      for (const { id } of graph) {
        const upstream = upstreamOf(id, graph);
        for (const other of graph)
          expect([other.id, id, isBefore(other.id, id)]).toEqual([other.id, id, upstream.includes(other.id)]);
      }
    }),
  );
});
