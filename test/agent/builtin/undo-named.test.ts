import { expect, test } from "vitest";
import { open, titlesOf } from "./order-book.ts";
import { makePlan } from "#test/make.ts";

const letters = makePlan(
  { a: [], b: ["a"], c: ["b"], d: ["c"], e: ["d"] },
  {
    a: { title: "Alpha" },
    b: { title: "Beta" },
    c: { title: "Gamma" },
    d: { title: "Delta" },
    e: { title: "Epsilon" },
  },
);

async function after(...words: string[]) {
  const session = open(letters);
  let turn = await session.say(words[0] ?? "");
  for (const next of words.slice(1)) turn = await session.say(next);
  const plan = session.plan();
  return { ...turn, plan, titles: titlesOf(plan) };
}

const TWO_RENAMES = ["rename step 1 to One", "rename step 2 to Two"];

test.each(["undo the first rename", "undo the rename of step 1", "revert the renaming of One"])(
  "an earlier change that stands alone is turned round, and the later one stays: %s",
  async (words) => {
    expect((await after(...TWO_RENAMES, words)).titles.slice(0, 2)).toEqual(["Alpha", "Two"]);
  },
);

test.each(["undo the last rename", "undo the second rename", "undo the rename of step 2", "undo the rename"])(
  "the last change is undone: %s",
  async (words) => {
    const { titles, reply } = await after(...TWO_RENAMES, words);

    expect(titles.slice(0, 2)).toEqual(["One", "Beta"]);
    expect(reply).toContain('which takes back "Renamed "Beta" to "Two""');
  },
);

test("an approval is taken back by itself", async () => {
  const { plan } = await after("ask me before Gamma", "rename step 1 to One", "undo the approval");

  expect(plan?.steps.map((step) => step.approval)).toEqual(letters.steps.map(() => undefined));
  expect(titlesOf(plan)[0]).toBe("One");
});

test("so is a step that was added", async () => {
  const { titles } = await after(
    'add a step "Zeta" at the end',
    "rename step 1 to One",
    "undo the added step",
  );

  expect(titles).toEqual(["One", "Beta", "Gamma", "Delta", "Epsilon"]);
});

test("a removal with later changes is asked about", async () => {
  const { changed, reply } = await after("remove step 4", "rename step 1 to One", "undo the removal");

  expect(changed).toBe(false);
  expect(reply).toBe(
    'That was r2 "Removed "Delta"", and after it came r3 "Renamed "Alpha" to "One"". To have only that step again, say "bring back Delta". To go back before all of them, say "go back to revision 1". Nothing was changed.',
  );
});

test("without later changes it is undone", async () => {
  expect((await after("remove step 4", "undo the removal")).titles).toEqual(titlesOf(letters));
});

test.each(["undo the approval and the retries", "undo the first two changes"])(
  "several changes at once are asked about: %s",
  async (words) => {
    const { changed } = await after("ask me before Beta", "retry Gamma twice", "rename step 1 to One", words);

    expect(changed).toBe(false);
  },
);

test("a change that was not made is asked about", async () => {
  const { changed, reply } = await after(...TWO_RENAMES, "undo the merge");

  expect(changed).toBe(false);
  expect(reply).toMatch(/^To which revision should the plan go back\?/);
});

test.each([
  "sorry, bring back Delta",
  "I changed my mind, bring Delta back",
  "oops, restore Delta",
  "no, put Delta back",
  "bring back Delta please",
  "wait, I need Delta back",
  "actually, add Delta back in",
  "actually I want Delta back after all",
])("a removed step comes back, whatever leads to it: %s", async (words) => {
  expect((await after("remove step 4", words)).titles).toEqual(titlesOf(letters));
});

test("also when other changes were made since", async () => {
  const { titles } = await after("remove step 4", "rename step 1 to One", "sorry, bring back Delta");

  expect([...titles].sort()).toEqual(["Beta", "Delta", "Epsilon", "Gamma", "One"]);
});

test.each([
  "actually don't",
  "actually, don't",
  "no, don't",
  "don't do that",
  "on second thought, better not",
  "don't remove it",
])("what was just done is taken back: %s", async (words) => {
  expect((await after("remove step 4", words)).titles).toEqual(titlesOf(letters));
});

test("where nothing was just done, nothing is taken back", async () => {
  const { changed, titles } = await after("remove step 4", "how many steps are there?", "actually don't");

  expect(changed).toBe(false);
  expect(titles).toHaveLength(4);
});
