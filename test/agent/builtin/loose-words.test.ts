import { expect, test } from "vitest";
import { saidToBakery, waitsWith } from "./bakery.ts";

test.each([
  ["decorating hinges on opening the shop too", { icing: ["bake", "shop"] }],
  ["nobody gets any leftovers until the cakes are decorated", { sell: ["shop", "icing"] }],
  ["we can't heat the oven before the dough is kneaded", { oven: ["dough"] }],
  ["let the oven hang on till number 3 is through, ok?", { oven: ["dough"] }],
  ["the recipe has to be picked before anyone touches the oven", { oven: ["recipe"] }],
])("a step that is described in any form of its words waits: %s", async (words, changes) => {
  expect((await saidToBakery(words)).waits).toEqual(waitsWith(changes));
});

test.each([
  ["the shop can open before the loaves are baked", { shop: [] }],
  ["opening the shop doesn't depend on the baking any longer", { shop: [] }],
  ["cut the tie between baking and the shop", { shop: [] }],
  ["the loaves can be baked even if the oven isn't hot yet", { bake: ["dough"] }],
  ["baking hangs on the dough alone", { bake: ["dough"] }],
])("a link goes in any words, and no other one: %s", async (words, changes) => {
  expect((await saidToBakery(words)).waits).toEqual(waitsWith(changes));
});

test("what may fail regardless of another step is no condition of it", async () => {
  const { steps } = await saidToBakery("the loaves can be baked even if the oven isn't hot yet");

  expect(steps.every((step) => step.if === undefined)).toBe(true);
});

test.each([
  ["decorating the cakes and opening the shop go hand in hand", waitsWith({})],
  ["sell the leftovers while the shop opens", waitsWith({ sell: ["bake"] })],
  ["baking, decorating, opening: never two of them at once", waitsWith({ shop: ["bake", "icing"] })],
])("side by side and one after the other: %s", async (words, waits) => {
  expect((await saidToBakery(words)).waits).toEqual(waits);
});

test("a description that leads to the last place is no range of steps", async () => {
  const { titles, steps } = await saidToBakery("bring the decorating forward, right behind the recipe");

  expect(titles.indexOf("Decorate the cakes")).toBe(1);
  expect(steps).toHaveLength(8);
});

test("a denial is not turned around", async () => {
  const { reply, called } = await saidToBakery("nobody bakes before the leftovers are sold");

  expect(called).toEqual([]);
  expect(reply).toMatch(/step 5 "Bake the loaves" cannot wait for step 8/i);
});
