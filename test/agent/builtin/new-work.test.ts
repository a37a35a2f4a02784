import { expect, test } from "vitest";
import { saidToBakery } from "./bakery.ts";

test.each([
  ["once the dough is kneaded we need to let it rest, add that", "Let it rest", ["dough"]],
  ["there's a step missing: the tins have to be greased after the oven", "Grease the tins", ["oven"]],
  ["don't forget to count the money after selling the leftovers", "Count the money", ["sell"]],
  ["as the very last thing: sweep the floor", "Sweep the floor", ["icing", "sell"]],
  ["to round it off have a step that locks the door", "Lock the door", ["icing", "sell"]],
  ["right after the baking I'd like an extra step, weigh the loaves", "Weigh the loaves", ["bake"]],
])("work that is only told becomes a step at its place: %s", async (words, title, dependsOn) => {
  const { steps } = await saidToBakery(words);

  expect(steps).toHaveLength(9);
  expect(steps.find((step) => step.title === title)?.dependsOn).toEqual(dependsOn);
});

test("what comes before everything else is awaited by all that began, and a second sentence may say so again", async () => {
  const { waits, titles } = await saidToBakery(
    "before anything else somebody has to unlock the door, put that in front. the recipe waits for it",
  );

  expect(titles[0]).toBe("Unlock the door");
  expect([waits["recipe"], waits["oven"]]).toEqual([["unlock-the-door"], ["unlock-the-door"]]);
});

test("an order and new work in one message are both done, and none is left out in silence", async () => {
  const { titles } = await saidToBakery(
    "remove 8, and at the very end there should be a new step: write to the mayor",
  );

  expect(titles).not.toContain("Sell the leftovers");
  expect(titles.at(-1)).toBe("Write to the mayor");
  expect(titles).toHaveLength(8);
});

test.each([
  ["split step 3: short dough, long dough", ["Knead the dough: short dough", "Knead the dough: long dough"]],
  [
    "turn the decorating into two: melt the sugar, then paint the cakes",
    ["Melt the sugar", "Paint the cakes"],
  ],
  ['chop the baking up into "Bake rye" and "Bake wheat"', ["Bake rye", "Bake wheat"]],
])("the titles of the parts are the person's own words: %s", async (words, parts) => {
  const { titles } = await saidToBakery(words);

  expect(titles).toEqual(expect.arrayContaining(parts));
  expect(titles).toHaveLength(9);
});

test("a part that the message makes can be named in it", async () => {
  const { steps } = await saidToBakery(
    'split step 8 into "Sell bread" and "Sell cake", and "Sell cake" needs my ok',
  );

  expect(steps.filter((step) => step.approval).map((step) => step.title)).toEqual(["Sell cake"]);
});

test("what stands behind a merge is another order and no title", async () => {
  const { titles } = await saidToBakery("fuse 7 and 8 into one, and remove step 6");

  expect(titles.at(-1)).toBe("Open the shop and sell the leftovers");
  expect(titles).toHaveLength(6);
});
