import { expect, test } from "vitest";
import { afterSaying } from "./guard-leads.ts";

test.each<[string, number[]]>([
  ["delete step 4, no, step 5", [5]],
  ["remove clean leads, no, score leads", [3]],
  ["drop 6. Sorry, 7", [7]],
  ["remove step 8, I mean 7", [7]],
  ["delete step 2 and 4. wait, keep 4", [2]],
  ["remove the third, no hang on, the fourth one", [4]],
  ["remove step 5 - oops, step 6", [6]],
  ["get rid of 3, or rather 2", [2]],
  ["remove steps 2 and 3, no, 4 and 5", [4, 5]],
  ["delete step 3... actually, step 4", [4]],
])("what corrects a step takes its place: %s", async (words, gone) => {
  expect((await afterSaying(words)).gone).toEqual(gone);
});

test("a number is corrected by a number of the same kind", async () => {
  const { plan, last } = await afterSaying("retry step 4 2 times, no wait, 6 times");

  expect(plan?.steps[3]?.maxAttempts).toBe(7);
  expect(last?.reply).toContain("6 retries");
  expect(last?.reply).not.toContain("2 retries");
});

test.each([
  "remove step 2, no wait",
  "remove step 2 and rename step 3 to Rate, no, step 5",
  "remove 2 and 3, sorry, 5",
  "retry step 2 3 times, sorry, 5",
  "remove step 4, no, something else",
])("a correction that can be taken in two ways is asked about: %s", async (words) => {
  const { last } = await afterSaying(words);

  expect(last?.called).toEqual([]);
  expect(last?.reply).toMatch(/nothing was changed/i);
});

test.each<[string, number[]]>([
  ["remove step 2, sorry", [2]],
  ["sorry, remove step 2", [2]],
  ["actually, remove step 5", [5]],
])("words that correct nothing are no correction: %s", async (words, gone) => {
  const { gone: removed, last } = await afterSaying(words);

  expect(last?.reply).not.toContain("what of it still holds");
  expect(removed).toEqual(gone);
});

test("a number is the step of that number, whatever title has it", async () => {
  const { left } = await afterSaying(
    "start over",
    "1. Draft post 2. Publish post 3. Repeat step 2 for LinkedIn",
    "delete step 2",
  );

  expect(left).toEqual(["Draft post", "Repeat step 2 for LinkedIn"]);
});
