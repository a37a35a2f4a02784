import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { saidTo } from "./shop.ts";

const titles = {
  a: { title: "Alpha" },
  b: { title: "Beta" },
  c: { title: "Gamma" },
  d: { title: "Delta" },
  e: { title: "Epsilon" },
};
const loose = makePlan({ a: [], b: [], c: [], d: [], e: [] }, titles);
const chained = makePlan({ a: [], b: ["a"], c: ["b"], d: ["c"], e: ["d"] }, titles);
const staged = { a: [], b: ["a"], c: ["b"], d: ["c"], e: ["c"] };

test.each([
  "steps 1-3 in order, 4 and 5 in parallel after that",
  "1, 2 and 3 in sequence, then 4 and 5 in parallel",
  "run Alpha, Beta and Gamma one after the other, then Delta and Epsilon side by side",
  "steps 1 to 3 in order, and 4 and 5 at the same time afterwards",
])("a chain, and two steps behind it side by side: %s", async (words) => {
  expect((await saidTo(loose, words)).waits).toEqual(staged);
  expect((await saidTo(chained, words)).waits).toEqual(staged);
});

test.each<[string, Record<string, string[]>]>([
  ["1 and 2 in parallel, then 3, then 4 and 5 in parallel", { c: ["a", "b"], d: ["c"], e: ["c"] }],
  ["1 and 2 in parallel, then 3 and 4 in parallel", { c: ["a", "b"], d: ["a", "b"] }],
  ["run 1, then 2 and 3 in parallel, then 4", { b: ["a"], c: ["a"], d: ["b", "c"] }],
  ["1 and 2 in parallel, then 3", { c: ["a", "b"] }],
  ["first 1, then 2, then 3", { b: ["a"], c: ["b"] }],
  ["steps 2-4 in order", { c: ["b"], d: ["c"] }],
])("each stage waits for the one before it: %s", async (words, links) => {
  expect((await saidTo(loose, words)).waits).toEqual({ a: [], b: [], c: [], d: [], e: [], ...links });
});
