import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { customers, open, said, titlesOf } from "./order-book.ts";

test("five hundred steps are no burden: sentence after sentence is answered, also behind one about all steps", async () => {
  const session = open(customers(500));
  const sentences: [string, RegExp][] = [
    ["run all at once", /run at the same time/],
    ["rename step 5 to Bar", /to "Bar"/],
    ["everything one after the other", /one after the other/],
    ["remove step 7", /499 steps/],
    ["make step 9 wait for step 3", /now waits for step 3/],
    ["move step 280 before step 10", /no longer waits for/],
    ["run steps 2 to 400 in parallel", /run at the same time/],
    ["ask me before customer 120 to 130", /Approval required for steps/],
    ["what happens if step 5 fails?", /attempts/],
    ["what is the critical path?", /longest chain has \d+ of the 499 steps/],
    ["plese remvoe customer 412", /498 steps/],
    ["undo", /499 steps/],
    ["no, I meant step 8", /./],
  ];

  for (const [words, reply] of sentences) expect((await session.say(words)).reply, words).toMatch(reply);
});

test("many steps are named by the first few and a count, never by a number that could be a step's", async () => {
  const unclear = await said("remove the customer", customers(30));

  expect(unclear.reply).toMatch(/step 1 "Customer 101".*step 3 "Customer 103" and 27 others\?/);
});

test("several steps move as one, and the links that change are told", async () => {
  const behind = await said("put 23 and 24 after 25", customers(30));
  const end = await said("move steps 26 and 27 to the end", customers(30));
  const one = await said("move step 28 before step 10", customers(30));

  expect(titlesOf(behind.plan).slice(21, 26)).toEqual(
    [122, 125, 123, 124, 126].map((id) => `Customer ${id}`),
  );
  expect(titlesOf(end.plan).slice(-3)).toEqual([130, 126, 127].map((id) => `Customer ${id}`));
  expect(one.reply).toMatch(/step 28 "Customer 128" no longer waits for step 27 and now waits for step 9/);
  expect(one.reply).toMatch(/step 29 "Customer 129" no longer waits for step 28 and now waits for step 27/);
});

test("ranges over titles, number words and the second of two alike find their steps", async () => {
  const plan = customers(30, { 3: "Check totals", 9: "Check totals" });
  const range = await said("ask me before customer 104 to 106", plan);
  const word = await said("remove step twenty-four", plan);
  const second = await said("remove the second check totals", plan);

  expect(range.plan?.steps.flatMap((step) => (step.approval ? [step.id] : []))).toEqual(["s4", "s5", "s6"]);
  expect(word.plan?.steps.some((step) => step.id === "s24")).toBe(false);
  expect(second.plan?.steps.some((step) => step.id === "s9")).toBe(false);
  expect(second.plan?.steps.some((step) => step.id === "s3")).toBe(true);
});

test("what is kept out of a removal stays, and a range that goes is told by its ends", async () => {
  const plan = customers(30, { 7: "Email Tom", 17: "Email Ann", 20: "Email the board" });
  const emails = await said("remove the emails but keep the board email", plan);
  const rest = await said("remove everything after step 12", plan);

  expect(titlesOf(emails.plan).filter((title) => title.startsWith("Email"))).toEqual(["Email the board"]);
  expect(rest.plan?.steps).toHaveLength(12);
  expect(rest.reply).toMatch(/Removed steps 13 "Customer 113" to 30 "Customer 130"/);
});

test("where the steps below and the steps that wait are others, it is asked which are meant", async () => {
  const plan = makePlan({ a: [], b: ["a"], c: ["a"], d: [] });

  const { called, reply } = await said("remove everything after step 1", plan);

  expect(called).toEqual([]);
  expect(reply).toMatch(/come after it in the list.*only those that wait for it, without step 4/);
});

test("a correction names two steps at once", async () => {
  const session = open(customers(10));
  await session.say("swap 6 and 7");

  await session.say("actually no, I meant 7 and 8");

  expect(titlesOf(session.plan()).slice(5, 8)).toEqual(["Customer 106", "Customer 108", "Customer 107"]);
});
