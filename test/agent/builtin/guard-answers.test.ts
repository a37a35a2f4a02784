import { expect, test } from "vitest";
import { afterSaying } from "./guard-leads.ts";
import { open } from "./order-book.ts";
import { makePlan } from "#test/make.ts";

test.each([
  "what did you just do",
  "what changed?",
  "what was the last change?",
  "what have you done?",
  "what did I just change?",
])("what was done last is told from the history: %s", async (words) => {
  const { last } = await afterSaying("remove step 2", "rename step 2 to Rate leads", words);

  expect(last?.called).toEqual([]);
  expect(last?.reply).toContain('r3 "Renamed "Score leads" to "Rate leads""');
  expect(last?.reply).not.toContain("r2");
});

test.each([
  "what did I change so far?",
  "what have we changed until now?",
  "list the changes",
  "what did you do so far",
])("all that was changed is told from the history: %s", async (words) => {
  const { last } = await afterSaying("remove step 2", "rename step 2 to Rate leads", words);

  expect(last?.reply).toContain('r2 "Removed "Clean leads"" and r3');
});

test("before any change there is none to tell", async () => {
  expect((await afterSaying("what changed?")).last?.reply).toMatch(/^Nothing has been changed yet/);
});

test.each([
  ["how do I delete a step?", '"remove step 2"'],
  ["how can I rename a step?", '"rename step 2 to'],
  ["how do I undo a change?", '"undo"'],
  ["how to add a step?", '"add a step'],
])("how a change is said is answered: %s", async (words, example) => {
  const { last } = await afterSaying(words);

  expect(last?.called).toEqual([]);
  expect(last?.reply).toContain(example);
});

test.each(["undo everything", "undo all changes", "undo all of it", "revert all my changes"])(
  "everything can be undone: %s",
  async (words) => {
    expect((await afterSaying("remove step 2", "remove step 2", words)).gone).toEqual([]);
  },
);

test.each(["hello", "yes", "ok", "thanks"])(
  "the offer to start over stands until there is a brief: %s",
  async (words) => {
    const { last } = await afterSaying("start over", words);
    const { left } = await afterSaying("start over", words, "1. Read the file 2. Write the report");

    expect(last?.reply).toContain("Your next message is read as a brief");
    expect(left).toEqual(["Read the file", "Write the report"]);
  },
);

test("a change of the old plan calls the new one off and says so", async () => {
  const { last, gone } = await afterSaying("start over", "remove step 2");

  expect(gone).toEqual([2]);
  expect(last?.reply).toContain("I no longer wait for a new brief");
});

test.each(["delete step 2 and 3", "rename step 1 to Check", "remove the last step", "swap 1 and 2", "undo"])(
  "an order about steps is no brief: %s",
  async (words) => {
    const session = open(makePlan({}, {}));
    const { called, reply } = await session.say(words);

    expect(called).toEqual([]);
    expect(reply).toMatch(/no step|nothing to undo|Nothing was changed/i);
  },
);

test.each(["Delete old files, then mail the report", "Move the files to the archive and tell Maria"])(
  "work that removes or moves something is a brief: %s",
  async (words) => {
    const session = open(null);
    await session.say(words);

    expect(session.plan()?.steps).toHaveLength(2);
  },
);
