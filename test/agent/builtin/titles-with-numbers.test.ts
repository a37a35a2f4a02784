import { expect, test } from "vitest";
import type { Plan } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { customers, said, titlesOf } from "./order-book.ts";

/** Chapter N is step N + 1. */
const book = makePlan(
  { outline: [], one: ["outline"], two: ["outline"], three: ["outline"], print: ["one", "two", "three"] },
  {
    outline: { title: "Outline" },
    one: { title: "Chapter 1" },
    two: { title: "Chapter 2" },
    three: { title: "Chapter 3" },
    print: { title: "Print the book" },
  },
);

/** Each chapter is written and edited. */
const drafts = makePlan(
  { plan: [], w1: ["plan"], e1: ["w1"], w2: ["plan"], e2: ["w2"] },
  {
    plan: { title: "Plan the book" },
    w1: { title: "Write chapter 1" },
    e1: { title: "Edit chapter 1" },
    w2: { title: "Write chapter 2" },
    e2: { title: "Edit chapter 2" },
  },
);

async function idsAfter(words: string, plan: Plan = book): Promise<string[]> {
  return ((await said(words, plan)).plan?.steps ?? []).map((step) => step.id);
}

test.each([
  ["remove Chapter 3", ["outline", "one", "two", "print"]],
  ["delete chapter 3", ["outline", "one", "two", "print"]],
  ["please drop the Chapter 3 step", ["outline", "one", "two", "print"]],
  ["remove step Chapter 3", ["outline", "one", "two", "print"]],
  ["we don't need Chapter 3 any more", ["outline", "one", "two", "print"]],
  ["remove chapter three", ["outline", "one", "two", "print"]],
  ["remove the third chapter", ["outline", "one", "two", "print"]],
  ["remove ch. 3", ["outline", "one", "two", "print"]],
  ["remove chpater 3", ["outline", "one", "two", "print"]],
  ["remove chapter no. 3", ["outline", "one", "two", "print"]],
  ["remove chapter-3", ["outline", "one", "two", "print"]],
  ["skip Chapter 2", ["outline", "one", "three", "print"]],
  ["remove Chapter 1 and Chapter 2", ["outline", "three", "print"]],
  ["remove chapters 1 and 3", ["outline", "two", "print"]],
  ["remove Chapter 1, 2 and 3", ["outline", "print"]],
  ["remove chapter 2 to 3", ["outline", "one", "print"]],
  ["remove chapters 1-2", ["outline", "three", "print"]],
  ["remove step 3", ["outline", "one", "three", "print"]],
  ["remove 3", ["outline", "one", "three", "print"]],
  ["remove the third step", ["outline", "one", "three", "print"]],
  ["Entferne Chapter 3", ["outline", "one", "two", "print"]],
])("a title with a number in it is meant, and not the step of that number: %s", async (words, ids) => {
  expect(await idsAfter(words)).toEqual(ids);
});

test.each([
  ["make Chapter 3 wait for Chapter 2", { three: ["outline", "two"] }],
  ["Chapter 3 should wait for Chapter 1 and Chapter 2", { three: ["outline", "one", "two"] }],
  ["chapter 3 depends on chapter 2 only", { three: ["two"] }],
  ["Print the book should not wait for Chapter 2", { print: ["one", "three"] }],
])("links go by the title: %s", async (words, changes) => {
  const { plan } = await said(words, book);
  const before = Object.fromEntries(book.steps.map((step) => [step.id, step.dependsOn]));

  expect(Object.fromEntries(plan?.steps.map((step) => [step.id, [...step.dependsOn].sort()]) ?? [])).toEqual({
    ...Object.fromEntries(Object.entries(before).map(([id, waits]) => [id, [...waits].sort()])),
    ...Object.fromEntries(Object.entries(changes).map(([id, waits]) => [id, [...waits].sort()])),
  });
});

test.each([
  ["ask me before Chapter 3", { approval: {} }],
  ["Chapter 3 needs my ok", { approval: {} }],
  ["retry Chapter 3 2 times", { maxAttempts: 3 }],
  ["give Chapter 3 two retries", { maxAttempts: 3 }],
  ["Chapter 3 is optional", { onError: "continue" }],
  ["set the timeout of Chapter 3 to 90 seconds", { timeoutSeconds: 90 }],
  ["rename Chapter 3 to Chapter 4", { title: "Chapter 4" }],
  ["call Chapter 3 The end of step 2", { title: "The end of step 2" }],
  ["Chapter 3 should be called Chapter 2b", { title: "Chapter 2b" }],
])("settings go by the title: %s", async (words, settings) => {
  const { plan } = await said(words, book);

  expect(plan?.steps.filter((step) => step.id !== "three")).toEqual(
    book.steps.filter((step) => step.id !== "three"),
  );
  expect(plan?.steps.find((step) => step.id === "three")).toMatchObject(settings);
});

test.each([
  ["move Chapter 3 before Chapter 2", ["Outline", "Chapter 1", "Chapter 3", "Chapter 2", "Print the book"]],
  ["swap Chapter 1 and Chapter 2", ["Outline", "Chapter 2", "Chapter 1", "Chapter 3", "Print the book"]],
  ["move Chapter 1 to the end", ["Outline", "Chapter 2", "Chapter 3", "Print the book", "Chapter 1"]],
  [
    'add a step "Notes" after Chapter 2',
    ["Outline", "Chapter 1", "Chapter 2", "Notes", "Chapter 3", "Print the book"],
  ],
  [
    "add a step that reviews Chapter 2 after Chapter 2",
    ["Outline", "Chapter 1", "Chapter 2", "Review Chapter 2", "Chapter 3", "Print the book"],
  ],
  ["rename step 5 to Print Chapter 3", ["Outline", "Chapter 1", "Chapter 2", "Chapter 3", "Print Chapter 3"]],
  ['rename step 5 to "Chapter 2"', ["Outline", "Chapter 1", "Chapter 2", "Chapter 3", "Chapter 2"]],
])("places go by the title, and a new title stays as it is said: %s", async (words, titles) => {
  expect(titlesOf((await said(words, book)).plan)).toEqual(titles);
});

test.each([
  ["remove the edit of chapter 2", ["plan", "w1", "e1", "w2"]],
  ["remove Edit chapter 1", ["plan", "w1", "w2", "e2"]],
  ["remove Edit chapter 1 and Edit chapter 2", ["plan", "w1", "w2"]],
])("words around the number tell which of two is meant: %s", async (words, ids) => {
  expect(await idsAfter(words, drafts)).toEqual(ids);
});

test("several titles change in one order", async () => {
  const { plan } = await said("rename Chapter 1 to Start, Chapter 2 to Chapter 1 and Chapter 3 to End", book);

  expect(titlesOf(plan)).toEqual(["Outline", "Start", "Chapter 1", "End", "Print the book"]);
});

test("questions go by the title too", async () => {
  expect((await said("what does Chapter 3 wait for?", book)).reply).toMatch(
    /^Step 4 "Chapter 3" waits for step 1/,
  );
  expect((await said("why does chapter 2 come before print?", book)).reply).toMatch(
    /^Step 5 "Print the book" waits for step 3 "Chapter 2"/,
  );
});

const days = makePlan(
  { fly: [], rome: ["fly"], naples: ["rome"], photos: ["naples"] },
  {
    fly: { title: "Book the flight" },
    rome: { title: "Day 2: Rome" },
    naples: { title: "Day 3: Naples" },
    photos: { title: "Send the photos" },
  },
);

test("a colon in a title is part of it, and a span of time is no title", async () => {
  expect(titlesOf((await said("rename day 2 to Day 2: Milan", days)).plan)[1]).toBe("Day 2: Milan");
  expect(await idsAfter("remove day 3", days)).toEqual(["fly", "rome", "photos"]);
  expect((await said("wait 3 days before sending the photos", days)).called).toEqual([]);
});

const phases = makePlan(
  { call: [], five: ["call"], three: ["five"] },
  { call: { title: "Call three customers" }, five: { title: "Phase 5" }, three: { title: "Sum up" } },
);

test.each([
  ["remove phase 2", phases],
  ["ask me before phase 2", phases],
  ["remove chapter three", phases],
  ["make phase 5 wait for phase 1", phases],
  ["remove chapter 7", book],
  ["remove part 2", book],
  ["remove chapters 2 and 9", book],
  ["remove chapter 2", drafts],
])("a number that no title has, or more than one, is asked about: %s", async (words, plan) => {
  const { called, reply } = await said(words, plan);

  expect(called).toEqual([]);
  expect(reply).toMatch(/\?/);
});

test("in a long plan the title counts too", async () => {
  const plan = customers(300, { 1: "Begin" });
  const numbered = makePlan(
    Object.fromEntries(plan.steps.map((step) => [step.id, step.dependsOn])),
    Object.fromEntries(
      plan.steps.map((step, index) => [step.id, { title: index ? `Mid ${index}` : "Begin" }]),
    ),
  );

  expect((await said("remove Mid 5", numbered)).plan?.steps.some((step) => step.id === "s6")).toBe(false);
  expect((await said("remove Mid 205", numbered)).plan?.steps.some((step) => step.id === "s206")).toBe(false);
  expect((await said("remove step 205", numbered)).plan?.steps.some((step) => step.id === "s205")).toBe(
    false,
  );
});

test("where a title is the number of another step, it is asked which is meant", async () => {
  const plan = makePlan(
    { intro: [], a: ["intro"], b: ["a"] },
    { intro: { title: "Intro" }, a: { title: "Step 1" }, b: { title: "Step 2" } },
  );
  const asked = await said("remove step 2", plan);

  expect(asked.called).toEqual([]);
  expect(asked.reply).toMatch(/^Do you mean step 2 "Step 1" or step 3 "Step 2"\?/);
  expect((await said('remove "Step 2"', plan)).plan?.steps.map((step) => step.id)).toEqual(["intro", "a"]);
  expect((await said("remove number 2", plan)).plan?.steps.map((step) => step.id)).toEqual(["intro", "b"]);
});

test.each([
  ["remove step １", ["one", "two", "three", "print"]],
  ["remove step １ and step ２", ["two", "three", "print"]],
  ["delete step ٢", ["outline", "two", "three", "print"]],
])("digits of other scripts are digits: %s", async (words, ids) => {
  expect(await idsAfter(words)).toEqual(ids);
});

test.each([
  ["rename the last but one to X", 3],
  ["rename the second to last to X", 3],
  ["rename the second to last step to X", 3],
  ["rename the penultimate step to X", 3],
  ["rename the last but two to X", 2],
  ["call the third last step X", 2],
  ["the next-to-last step should be called X", 3],
])("places from the end: %s", async (words, at) => {
  const titles = titlesOf(book).with(at, "X");

  expect(titlesOf((await said(words, book)).plan)).toEqual(titles);
});

test("the same words in a new title stay", async () => {
  const { plan } = await said("rename step 2 to Read the last but one page", book);

  expect(titlesOf(plan)[1]).toBe("Read the last but one page");
});
