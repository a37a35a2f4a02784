import { expect, test } from "vitest";
import { afterSaying } from "./guard-leads.ts";

test.each<[string, number[]]>([
  ["delete 5, 6 and 7, but leave 6 alone", [5, 7]],
  ["remove 2, 3 and 4 but spare 3", [2, 4]],
  ["drop steps 4 to 7, keep 5", [4, 6, 7]],
  ["get rid of 2 to 4 but not 3", [2, 4]],
  ["remove the last three but keep log replies", [6, 8]],
  ["delete all steps except the last", [1, 2, 3, 4, 5, 6, 7]],
  ["remove 2, 4 and 6, but don't touch 4", [2, 6]],
  ["scrap 3 to 6 apart from 5", [3, 4, 6]],
  ["delete 6, 7 and 8, though 7 should stay", [6, 8]],
  ["remove steps 2 to 5. Leave 3 and 4 as they are.", [2, 5]],
])("a step that a message excepts stays: %s", async (words, gone) => {
  expect((await afterSaying(words)).gone).toEqual(gone);
});

test("what is said of an exception names only what was done", async () => {
  const { last } = await afterSaying("delete 5, 6 and 7, but leave 6 alone");

  expect(last?.reply).toMatch(/^Removed step 5 "Proofread mails" and step 7 "Log replies"\./);
});

test("a setting of all steps leaves out the one that is excepted", async () => {
  const { plan } = await afterSaying("retry everything 4 times except scoring");

  expect(plan?.steps.map((step) => step.maxAttempts ?? 3)).toEqual([5, 5, 3, 5, 5, 5, 5, 5]);
});

test.each(["remove step 3 but leave 3 alone", "rename step 4 to Write mails, but don't touch step 4"])(
  "a message that asks for a change and denies it is asked about: %s",
  async (words) => {
    const { last } = await afterSaying(words);

    expect(last?.called).toEqual([]);
    expect(last?.reply).toContain("Nothing was changed");
  },
);

test.each(["leave step 3 alone", "don't touch step 5", "keep 2 and 3", "hands off step 4"])(
  "keeping steps alone changes nothing: %s",
  async (words) => {
    expect((await afterSaying(words)).last?.called).toEqual([]);
  },
);

test.each<[string, number[]]>([
  ["keep the summary, remove step 2", [2]],
  ["keep nothing but steps 1 to 4", [5, 6, 7, 8]],
  ["leave step 3 out", [3]],
  ["don't touch the drafts, it's the scoring that has to go", [3]],
  ["remove step 2, not step 3", [2]],
])("a word for keeping holds back nothing else: %s", async (words, gone) => {
  expect((await afterSaying(words)).gone).toEqual(gone);
});

test("an exception inside a dictated title is part of the title", async () => {
  const { left } = await afterSaying("add a step: Remove duplicates, but keep the newest");

  expect(left.at(-1)).toBe("Remove duplicates, but keep the newest");
});

test.each([
  "skip 2 and 3 unless there are leads",
  "skip 4 and 5 if there are no leads",
  "skip step 3 unless there are leads",
])("skipping under a condition sets the condition and removes nothing: %s", async (words) => {
  const { plan, gone } = await afterSaying(words);

  expect(gone).toEqual([]);
  expect(plan?.steps.some((step) => step.if !== undefined && !step.if.includes("<="))).toBe(true);
});

test("a step can be told to ask first", async () => {
  const { plan } = await afterSaying("have the logging ask me first");

  expect(plan?.steps[6]?.approval).toBeDefined();
});

test("what should not block a step is no longer waited for", async () => {
  const { plan } = await afterSaying("ask me before 6", "that one should not block the logging");

  expect(plan?.steps[6]?.dependsOn).toEqual([]);
});
