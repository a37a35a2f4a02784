import { expect, test } from "vitest";
import { saidToBakery, waitsWith } from "./bakery.ts";

test.each([
  ["argh no, 4 i meant"],
  ["that was the wrong step, I meant step 4"],
  ["wrong number, it is 4 that I wanted to approve"],
  ["I meant the oven, not that one"],
])("the last order goes to the step that was meant: %s", async (words) => {
  const { steps } = await saidToBakery("ask me before 5", words);

  expect(steps.filter((step) => step.approval).map((step) => step.id)).toEqual(["oven"]);
});

test("the last order goes to the place that was meant", async () => {
  const { steps } = await saidToBakery('add "Taste it" after 3', "no, I meant after 5");

  expect(steps.find((step) => step.title === "Taste it")?.dependsOn).toEqual(["bake"]);
});

test("a message that corrects itself means what it says last", async () => {
  expect((await saidToBakery("the shop waits for 3, ah no, for 6")).waits).toEqual(
    waitsWith({ shop: ["bake", "icing"] }),
  );
});

test("what the last change was about is denied, and the change taken back", async () => {
  const { titles } = await saidToBakery("remove the icing", "not the icing! the leftovers should go");

  expect(titles).toContain("Decorate the cakes");
  expect(titles).not.toContain("Sell the leftovers");
});

test.each(["I liked it better the way it was, revert", "changed my mind, put it back the way it was"])(
  "a reason may lead to going back: %s",
  async (words) => {
    expect((await saidToBakery("remove 8", words)).titles).toHaveLength(8);
  },
);

test.each(["put the change back in", "changed my mind again, redo what you just undid"])(
  "and to going forward again: %s",
  async (words) => {
    expect((await saidToBakery("remove 8", "undo", words)).titles).toHaveLength(7);
  },
);

test('"it" is what the last message was about, also when that only asked or was answered with one step', async () => {
  const asked = await saidToBakery("why does 5 wait for 3?", "retry it twice");
  expect(asked.steps.filter((step) => step.maxAttempts === 3).map((step) => step.id)).toEqual(["bake"]);

  const settled = await saidToBakery("only run 7 if 5 went through", "and ask me before it");
  expect(settled.steps.filter((step) => step.approval).map((step) => step.id)).toEqual(["shop"]);
});

test("an order after the planner's own question is no answer to it", async () => {
  const { titles, waits } = await saidToBakery(
    "rename step 2",
    "now add a dependency so that 4 runs after 1",
  );

  expect(titles).toContain("Buy the flour");
  expect(waits["oven"]).toEqual(["recipe"]);
});
