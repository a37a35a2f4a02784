import { expect, test } from "vitest";
import { saidToBakery, waitsWith } from "./bakery.ts";

test.each([
  "ok so i talked to the landlord and he has locked the room so take 8 out",
  "my aunt knows all about icing, but please remove 8",
  "the neighbours bring leftovers anyway, remove that step",
  "Great work! Remove step 8. Thanks a lot",
])("a story around an order asks for nothing: %s", async (words) => {
  const { titles } = await saidToBakery(words);

  expect(titles).not.toContain("Sell the leftovers");
  expect(titles).toHaveLength(7);
});

test.each([
  "remove 8, and the icing should be blue",
  "the icing comes from the shop next door, make 8 wait for 4",
  "calls, dough, oven - one by one",
])("what may be meant as an order is not left out in silence: %s", async (words) => {
  const { called, reply } = await saidToBakery(words);

  expect(called).toEqual([]);
  expect(reply).not.toBe("");
});

test.each([
  ["make 6 and 7 wait for nothing but 4, and that's it", { icing: ["oven"], shop: ["oven"] }],
  ["shop no longer waits for baking, so no waiting for that one", { shop: [] }],
  ["6 should wait for 4 but 7 has to as well", { icing: ["bake", "oven"], shop: ["bake", "oven"] }],
  ["6 waits for 7, and 4 for 1", { icing: ["bake", "shop"], oven: ["recipe"] }],
])("words that are left out or said twice: %s", async (words, changes) => {
  expect((await saidToBakery(words)).waits).toEqual(waitsWith(changes));
});

test("what stands behind a colon is said of the step in front of it", async () => {
  const { steps, titles } = await saidToBakery("Leftovers: gone. Oven: 1 retry. Step 5: ask me first.");

  expect(titles).not.toContain("Sell the leftovers");
  expect(steps.find((step) => step.id === "oven")?.maxAttempts).toBe(2);
  expect(steps.find((step) => step.id === "bake")?.approval).toEqual({});
});

test('"too" repeats the order of its own message before that of an earlier one', async () => {
  const { titles } = await saidToBakery("ask me before 1", "take 6 out, and step 8 too");

  expect(titles).toHaveLength(6);
});
