import { expect, test } from "vitest";
import { afterSaying } from "./guard-leads.ts";
import { said } from "./order-book.ts";
import { makePlan } from "#test/make.ts";

test.each([
  ["remove step 3 and then make step 4 wait for step 3", 'step 3 "Score leads"'],
  ["delete step 2, and let step 5 wait for step 2", 'tep 2 "Clean leads"'],
  ["remove step 6 and rename step 6 to Post mails", 'tep 6 "Send mails"'],
])("no step waits for or becomes something that the same message removes: %s", async (words, named) => {
  const { last, gone } = await afterSaying(words);

  expect(gone).toEqual([]);
  expect(last?.called).toEqual([]);
  expect(last?.reply).toContain(named);
});

test.each([
  "put step 8 in front of step 7, but only the order on the list",
  "add a step after 3, as soon as possible",
  "add a step as soon as the mails are out",
  "rename step 3 to but only on monday",
])("the rest of a sentence is no title: %s", async (words) => {
  const { last } = await afterSaying(words);

  expect(last?.called).toEqual([]);
});

test.each([
  ["rename step 3 to Before lunch", "Before lunch"],
  ['rename step 3 to "But first, coffee"', "But first, coffee"],
  ["add a check that the leads are not empty after step 1", "Check that the leads are not empty"],
  ['add a step "After step 2" at the end', "After step 2"],
])("a title that is one is taken as it was said: %s", async (words, title) => {
  expect((await afterSaying(words)).left).toContain(title);
});

test.each([
  "change step 4's instructions to mention our discount",
  "change the instructions of step 4 to be friendlier",
  "make the instructions of step 4 shorter",
  "update step 4's instructions so that they mention the price",
  "rewrite the instructions of step 4",
])("a text is not reworded: %s", async (words) => {
  const { last } = await afterSaying(words);

  expect(last?.called).toEqual([]);
  expect(last?.reply).toContain('of step 4 "Draft mails"');
});

test.each([
  ["set the instructions of step 4 to Write a short mail", "Write a short mail"],
  [
    'change the instructions of step 4 to "Be friendly and mention the price"',
    "Be friendly and mention the price",
  ],
])("a text that is said in full is written down: %s", async (words, text) => {
  expect((await afterSaying(words)).plan?.steps[3]?.instructions).toBe(text);
});

test("an old id that is one plain word names no step", async () => {
  const plan = makePlan(
    { fetch: [], sum: ["fetch"] },
    { fetch: { title: "Fetch orders" }, sum: { title: "Tell Maria" } },
  );

  expect((await said("remove sum", plan)).called).toEqual([]);
});
