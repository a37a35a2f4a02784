import { expect, test } from "vitest";
import { afterSaying } from "./guard-leads.ts";

const doubts = [
  "maybe remove step 4",
  "perhaps we should delete step 4",
  "I think step 4 is pointless",
  "I guess we could drop step 4",
  "not sure we need step 4",
  "should I remove step 4?",
  "should we get rid of step 4?",
  "I'm wondering whether we should remove step 4",
  "it might be better to remove step 4",
  "remove step 4, maybe",
  "step 4 seems useless to me",
  "Do we need step 4? If not, remove it",
  "we might as well drop step 4",
];

test.each(doubts)("what is only wondered about is asked back and changes nothing: %s", async (words) => {
  const { last } = await afterSaying(words);

  expect(last?.called).toEqual([]);
  expect(last?.reply).toBe('Shall I remove step 4 "Draft mails"? Nothing was changed so far.');
});

test.each(doubts)("a yes to what was asked back does it: %s", async (words) => {
  expect((await afterSaying(words, "yes please")).gone).toEqual([4]);
});

test("a no to what was asked back leaves the plan", async () => {
  const { last, gone } = await afterSaying("maybe remove step 4", "no");

  expect(gone).toEqual([]);
  expect(last?.reply).toBe("Then the plan stays as it is.");
});

test.each([
  "could you maybe remove step 4",
  "step 4 is no longer needed",
  "please remove step 4",
  "I want step 4 gone",
])("a polite or a plain order is carried out at once: %s", async (words) => {
  expect((await afterSaying(words)).gone).toEqual([4]);
});

test("a title may begin with a word of doubt", async () => {
  expect((await afterSaying('rename step 3 to "Maybe score leads"')).left[2]).toBe("Maybe score leads");
});
