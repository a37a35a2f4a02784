import fc from "fast-check";
import { expect, test } from "vitest";
import { customers, open, orders, said, titlesOf } from "./order-book.ts";

test("a slip of the fingers in an order changes no word that the person dictates", async () => {
  const titles: [string, string][] = [
    ["rname step 4 to Call Marta", "Call Marta"],
    ["plese add a step at the end: Ask Mario", "Ask Mario"],
    ["renmae step 6 to Write teh summry for Bord", "Write teh summry for Bord"],
    ['renmae step 6 to Don\'t tell `maria` the "totl"', 'Don\'t tell `maria` the "totl"'],
    ["rename step 6 to It’s done – don’t “panic”", "It’s done – don’t “panic”"],
    ['plese add a step at the end called "eMail Bob"', "eMail Bob"],
  ];

  for (const [words, title] of titles) expect(titlesOf((await said(words)).plan), words).toContain(title);
});

test("whatever words follow a misspelt rename are the title, letter for letter", async () => {
  const word = fc.constantFrom("Marta", "teh", "Bord", "summry", "totl", "wriet", "stp", "don't", "Raed");

  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
      const title = `X ${words.join(" ")}`;
      expect(titlesOf((await said(`renmae step 6 to ${title}`)).plan)[5]).toBe(title);
    }),
    { numRuns: 40 },
  );
});

test("sentences about a step that is there never become a new step", async () => {
  const sentences = [
    "put step 6 first",
    "put the last step first",
    "I want step 5 to be the last one",
    "if reading orders fails skip the rest",
    "make step 6 wait for all others",
    "move step 6 up one",
    "put maria first",
    "let step 4 try only once",
    "remove all dependencies of step 6",
    "run step 3 only with my permission",
    "let step 6 start right away",
    "make it so that step 5 and step 6 swap",
    "I need step 5 to be approved",
    "add a retry to step 2",
  ];

  for (const words of sentences) {
    const { plan, reply } = await said(words);
    expect(titlesOf(plan).sort(), words).toEqual(titlesOf(orders).sort());
    expect(reply, words).not.toMatch(/did not understand/);
  }
});

test("moves, approvals and attempts are understood in everyday words", async () => {
  const first = await said("put maria first");
  const once = await said("let step 4 try only once");
  const freed = await said("remove all dependencies of step 6");
  const gone = await said("take out the approval");
  const quiet = await said("don't ask me anymore");
  const asking = await said("run step 3 only with my permission");
  const polite = await said("would you mind removing step 6");

  expect(titlesOf(first.plan)[0]).toBe("Tell Maria");
  expect(once.plan?.steps[3]?.maxAttempts).toBe(1);
  expect(freed.plan?.steps[5]?.dependsOn).toEqual([]);
  for (const { plan } of [gone, quiet]) expect(plan?.steps.some((step) => step.approval)).toBe(false);
  expect(asking.plan?.steps[2]?.approval).toEqual({});
  expect(titlesOf(polite.plan)).not.toContain("Tell Maria");
});

test("several orders of one kind stand in one sentence", async () => {
  const renamed = await said("rename 3 to A, 4 to B and 5 to C");
  const alike = await said('rename 3 to "Check totals" and 4 to "Check totals"');
  const both = await said("set the timeout of step 3 to 10 minutes and let step 4 try only once");
  const merged = await said('merge steps 2 to 4 into "Prepare orders"', customers(5));

  expect(titlesOf(renamed.plan).slice(2, 5)).toEqual(["A", "B", "C"]);
  expect(titlesOf(alike.plan).slice(2, 4)).toEqual(["Check totals", "Check totals"]);
  expect(both.plan?.steps[2]?.timeoutSeconds).toBe(600);
  expect(both.plan?.steps[3]?.maxAttempts).toBe(1);
  expect(titlesOf(merged.plan)[1]).toBe("Prepare orders");
});

test("when one half makes no sense, it is quoted and nothing is done", async () => {
  const { called, reply } = await said("remove step 6 and frobnicate the gizmo");

  expect(called).toEqual([]);
  expect(reply).toMatch(/understood "remove step 6", but not "frobnicate the gizmo"/);
});

test("a new step may wait for nothing, or for a step that is named", async () => {
  const alone = await said("add a step 'Say hello' that needs nothing");
  const called = await said('add a step called "Say hello" which depends on nothing');
  const behind = await said('add a step called "Say hello" that depends on step 2');

  for (const { plan } of [alone, called]) {
    expect(plan?.steps.at(-1)).toMatchObject({ title: "Say hello", dependsOn: [] });
  }
  expect(behind.plan?.steps.at(-1)?.dependsOn).toEqual(["parse"]);
});

test("a step between two others says whose output the next one reads", async () => {
  const sorted = await said("insert a step between 2 and 3 that sorts the rows by amount");
  const kept = await said("insert a step between 2 and 3 that keeps rows with `amount > 10`");

  expect(sorted.reply).toMatch(/"Sum the amounts" still reads the output of step 2/);
  expect(kept.reply).toMatch(/"Sum the amounts" reads its output now/);
  expect(JSON.stringify(kept.plan?.steps[3]?.input)).toContain("$keep-rows.output");
});

test("a copy does what its step does, and no step waits for it", async () => {
  const { plan } = await said("duplicate step 2");

  expect(plan?.steps[2]).toMatchObject({ tool: "parse_csv", dependsOn: ["read"] });
  expect(plan?.steps[3]?.dependsOn).toEqual(["parse"]);
});

test("the step that was just added, and the second of two alike, can be named so", async () => {
  const session = open();
  await session.say("add a step at the end: clean up");

  await session.say("throw away the step I just added");

  expect(titlesOf(session.plan())).toEqual(titlesOf(orders));
});
