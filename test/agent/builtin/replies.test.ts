import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { makePlan } from "#test/make.ts";
import { openSession } from "#test/eval/session.ts";
import { workspaceTools } from "#test/eval/workspace-tools.ts";

const plan = makePlan(
  { fetch: [], clean: ["fetch"], spell: ["clean"], send: ["spell"] },
  {
    fetch: { title: "Fetch the text" },
    clean: { title: "Clean the text" },
    spell: { title: "Check the spelling" },
    send: { title: "Send the text" },
  },
);

function open() {
  return openSession(createBuiltinPlanner(), plan);
}

async function titleOf(brief: string): Promise<string | undefined> {
  const session = openSession(createBuiltinPlanner(), null, workspaceTools);
  await session.say(brief);
  return session.plan()?.title;
}

test("a plan is called by its heading, by the name in front of its list, or by what its steps do", async () => {
  const titles: [string, string][] = [
    ["# Monday post\n1. Read a.txt\n2. Count the words", "Monday post"],
    ["Word count:\n1. Read a.txt\n2. Count the words", "Word count"],
    ["Do the following:\n1. Read a.txt\n2. Count the words", "Read a.txt → count the words"],
    ["These two can run at the same time:\n- Read a.txt\n- Read b.txt", "Read a.txt → read b.txt"],
    ["Read `a.txt`, then count the words.", "Read a.txt → count the words"],
  ];

  for (const [brief, title] of titles) expect(await titleOf(brief), brief).toBe(title);
});

test("a reply names steps by number and title, and the count only where it has changed", async () => {
  const session = open();

  expect((await session.say("step 4 should also wait for step 1")).reply).toBe(
    'Step 4 "Send the text" now waits for step 1 "Fetch the text".',
  );
  expect((await session.say("remove step 3")).reply).toBe(
    'Removed step 3 "Check the spelling". The plan has 3 steps now.',
  );
});

test("undo with nothing to undo, and going back to what already is, are said", async () => {
  const session = open();

  expect((await session.say("undo")).reply).toBe("There is nothing to undo.");
  await session.say("remove step 3");
  await session.say("undo");
  expect((await session.say("go back to r1")).reply).toBe(
    "The plan already is as it was in r1. Nothing was changed.",
  );
});

test("a removed step comes back by its title or its number, with the steps that waited for it", async () => {
  for (const words of [
    "bring back the spelling step",
    "put back step 3 that I removed",
    'restore "Check the spelling"',
    "I want the spelling check back",
    "put the spelling step back in",
  ]) {
    const session = open();
    await session.say("remove step 3");
    const turn = await session.say(words);
    expect(turn.called[0]?.input, words).toMatchObject({ edits: [{ op: "restore_step", step: "spell" }] });
    expect(session.plan(), words).toEqual(plan);
  }
});

test("a step comes back after other changes, which stay", async () => {
  const session = open();
  await session.say("remove step 3");
  await session.say('rename step 1 to "Get the text"');

  await session.say("bring back step 3");

  expect(session.plan()?.steps.map((step) => step.title)).toEqual([
    "Get the text",
    "Clean the text",
    "Check the spelling",
    "Send the text",
  ]);
});

test("a step that is there, or that never was, is not brought back", async () => {
  const session = open();

  expect((await session.say("bring back the cleaning step")).reply).toMatch(/is part of the plan/);
  expect((await session.say("bring back the translation")).reply).toMatch(/No step was removed/);
});

test("a removal that would break what others read is refused with their names", async () => {
  const session = openSession(createBuiltinPlanner(), null, workspaceTools);
  await session.say("1. Read `a.csv`\n2. Parse it as CSV\n3. Write it to `b.txt`");

  const turn = await session.say("remove step 1");

  expect(turn.reply).toContain(
    'Step 1 "Read a.csv" cannot be removed, because step 2 "Parse it as CSV" reads the content of step 1.',
  );
  expect(session.plan()?.steps).toHaveLength(3);
});

test("an order whose verb is not known is a step, and background is told as such", async () => {
  const session = openSession(createBuiltinPlanner(), null, workspaceTools);

  const { reply } = await session.say(
    "Defrost the fridge, then varnish the shelves. Our kitchen is small. Whisk some eggs and fry them.",
  );

  expect(session.plan()?.steps.map((step) => step.title)).toEqual([
    "Defrost the fridge",
    "Varnish the shelves",
    "Whisk some eggs",
    "Fry them",
  ]);
  expect(reply).toContain('I took this as background, not as a step: "Our kitchen is small".');
});
