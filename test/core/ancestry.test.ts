import fc from "fast-check";
import { expect, test } from "vitest";
import { ancestry } from "#server/core/ancestry.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { distancesOf, smallGraph } from "./small-graph.ts";

const IDS = [..."abcdefgh", "missing"];

test("a step comes before what waits for it, directly or through others, and not before itself", () => {
  const isBefore = ancestry(makePlan({ a: [], b: ["a"], c: ["b"], d: [] }).steps);

  expect(isBefore("b", "c")).toBe(true);
  expect(isBefore("a", "c")).toBe(true);
  expect(isBefore("c", "a")).toBe(false);
  expect(isBefore("d", "c")).toBe(false);
  expect(isBefore("c", "c")).toBe(false);
});

test("each step of a circle comes before all of them, itself included", () => {
  const isBefore = ancestry(makePlan({ a: ["b"], b: ["a"], c: ["c"], d: ["b"] }).steps);

  expect(isBefore("a", "a")).toBe(true);
  expect(isBefore("a", "b")).toBe(true);
  expect(isBefore("c", "c")).toBe(true);
  expect(isBefore("a", "d")).toBe(true);
  expect(isBefore("d", "a")).toBe(false);
});

test("an id that no step has comes before none and after none", () => {
  const isBefore = ancestry(makePlan({ a: ["gone"], b: ["a"] }).steps);

  expect(isBefore("gone", "a")).toBe(false);
  expect(isBefore("a", "gone")).toBe(false);
  expect(isBefore("__proto__", "constructor")).toBe(false);
});

test("in a long chain each step comes before all later ones and no earlier one", () => {
  const ids = Array.from({ length: 100 }, (_, index) => `s${index}`);
  const steps = ids.map((id, index) => ({ id, dependsOn: ids.slice(Math.max(0, index - 1), index) }));
  const isBefore = ancestry(steps.toReversed());

  const found = ids.map((id) => ids.filter((other) => isBefore(other, id)));

  expect(found).toEqual(ids.map((_, index) => ids.slice(0, index)));
});

test("in any graph exactly those steps come before another that links lead to", () => {
  fc.assert(
    fc.property(smallGraph, (graph) => {
      const isBefore = ancestry(graph);
      const distance = distancesOf(graph, () => true);
      const pairs = IDS.flatMap((earlier) => IDS.map((id) => ({ earlier, id })));
      const before = pairs.filter(({ earlier, id }) => isBefore(earlier, id));
      expect(before).toEqual(pairs.filter(({ earlier, id }) => Number.isFinite(distance(id, earlier))));
    }),
    cases(200),
  );
});

test("more steps than a machine word has bits are kept apart", () => {
  const chain = Array.from({ length: 200 }, (_, index) => ({
    id: `s${index}`,
    dependsOn: index % 2 === 0 || index < 2 ? [] : [`s${index - 2}`],
  }));
  const isBefore = ancestry(chain);

  expect(isBefore("s1", "s199")).toBe(true);
  expect(isBefore("s197", "s199")).toBe(true);
  expect(isBefore("s198", "s199")).toBe(false);
  expect(isBefore("s199", "s1")).toBe(false);
});
