import { expect, test } from "vitest";
import fc from "fast-check";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { openSession } from "#test/eval/session.ts";
import { makePlan } from "#test/make.ts";

const plan = makePlan(
  {
    load: [],
    clean: ["load"],
    plot: ["clean"],
    count: ["clean"],
    report: ["plot", "count"],
    mail: ["report"],
  },
  {
    load: { title: "Load the readings" },
    clean: { title: "Clean the readings" },
    plot: { title: "Plot the curves" },
    count: { title: "Count the outliers" },
    report: { title: "Write the report" },
    mail: { title: "Mail the report to the client" },
  },
);

function open() {
  return openSession(createBuiltinPlanner(), plan);
}

async function dependenciesAfter(words: string): Promise<Record<string, string[]>> {
  const session = open();
  await session.say(words);
  return Object.fromEntries((session.plan()?.steps ?? []).map((step) => [step.id, step.dependsOn]));
}

test("a step waits for another one, named by number, ordinal, title or with a slip of the fingers", async () => {
  const ways = [
    "make step 4 depend on step 3",
    "the fourth step should wait for the third one",
    "counting the outliers has to wait for the plot",
    "cuonting shoud wait for the plto",
    "plot the curves before you count the outliers",
  ];

  for (const words of ways)
    expect((await dependenciesAfter(words))["count"], words).toEqual(["clean", "plot"]);
});

test("several orders in one message are one call and one revision", async () => {
  const session = open();

  const turn = await session.say('remove step 4, rename 5 to "Write it up" and ask me before the mail');

  expect(turn.called).toHaveLength(1);
  expect(session.plan()?.steps.map((step) => step.title)).toEqual([
    "Load the readings",
    "Clean the readings",
    "Plot the curves",
    "Write it up",
    "Mail the report to the client",
  ]);
  expect(session.plan()?.steps.at(-1)?.approval).toEqual({});
});

test("a circle, a step that does not exist and a step that waits for itself are refused by name without a call", async () => {
  const refusals: [string, RegExp][] = [
    ["step 1 should wait for step 6", /"Load the readings".*"Mail the report to the client"/],
    ["remove step 12", /no step 12.*1 to 6/],
    ["make step 2 depend on itself", /"Clean the readings" cannot wait for itself/],
  ];

  for (const [words, reply] of refusals) {
    const turn = await open().say(words);
    expect(turn.called, words).toEqual([]);
    expect(turn.reply, words).toMatch(reply);
  }
});

test("a description that fits two steps is asked back with both by number and title", async () => {
  const turn = await open().say("remove the report");

  expect(turn.called).toEqual([]);
  expect(turn.reply).toContain('step 5 "Write the report" or step 6 "Mail the report to the client"?');
});

test("undo, redo and a correction of the last message each are one revision", async () => {
  const session = open();
  await session.say("delete step 3");

  await session.say("undo that");
  expect(session.plan()?.steps.map((step) => step.id)).toContain("plot");
  await session.say("redo");
  expect(session.plan()?.steps.map((step) => step.id)).not.toContain("plot");
  const turn = await session.say("no, keep that one. remove step 4 instead");

  expect(turn.called).toHaveLength(1);
  expect(session.plan()?.steps.map((step) => step.id)).toEqual(["load", "clean", "plot", "report", "mail"]);
});

test("a question changes nothing and is answered from the plan", async () => {
  const answers: [string, string][] = [
    [
      "why does step 5 wait for step 3?",
      'Step 5 "Write the report" waits for step 3 "Plot the curves" directly',
    ],
    ["how many steps are there?", "6 steps"],
    ["what happens if step 5 fails?", 'step 6 "Mail the report to the client" is skipped'],
    ["which steps run in parallel?", 'step 3 "Plot the curves" and step 4 "Count the outliers"'],
  ];

  for (const [words, text] of answers) {
    const turn = await open().say(words);
    expect(turn.called, words).toEqual([]);
    expect(turn.reply, words).toContain(text);
  }
});

test("what it does not understand it says, with examples and the setting that brings in a model", async () => {
  const turn = await open().say("do a barrel roll");

  expect(turn.called).toEqual([]);
  expect(turn.reply).toMatch(/did not understand.*MODEL=/);
});

test("saving after a change in one message saves the revision that the change has made", async () => {
  const turn = await open().say("remove step 4 and save it");

  expect(turn.called.map((call) => call.name)).toEqual(["edit_plan", "save_plan"]);
  expect(turn.called[1]?.input).toEqual({ revision: 2 });
});

test("no message, whatever it holds, breaks the planner or changes a plan by more than one call", async () => {
  const word = fc.constantFrom(
    "remove",
    "step",
    "3",
    "and",
    "wait",
    "for",
    "the",
    "plot",
    "it",
    "ask",
    "me",
    "before",
    "if",
    "fails",
    ",",
    "?",
    "not",
    '"',
    "(",
    "<message>",
    "swap",
    "report",
  );
  const message = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.array(word, { maxLength: 14 }).map((words) => words.join(" ")),
  );

  await fc.assert(
    fc.asyncProperty(message, async (words) => {
      const turn = await open().say(words);
      expect(
        turn.called.filter((call) => ["edit_plan", "propose_plan", "restore_revision"].includes(call.name))
          .length,
      ).toBeLessThan(2);
      expect(turn.reply).not.toBe("");
      expect(turn.refused).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("more ways of saying an order", async () => {
  const ways: [string, object][] = [
    [
      "step 6 must not start until step 4 is through",
      { op: "add_dependency", step: "mail", dependsOn: ["count"] },
    ],
    ["I'd like 4 to come after 3", { op: "add_dependency", step: "count", dependsOn: ["plot"] }],
    ["first clean, then plot, then count", { op: "add_dependency", step: "count", dependsOn: ["plot"] }],
    ["we can skip counting the outliers", { op: "remove_step", step: "count" }],
    ['rename the plan "Readings"', { op: "set_plan", changes: [{ field: "title", value: "Readings" }] }],
    ["nothing goes out without my ok", { op: "update_step", step: "mail" }],
    [
      "two people have to approve the mail",
      { op: "update_step", changes: [{ field: "approval", approvers: 2 }] },
    ],
    [
      "give up on step 1 after the first try",
      { op: "update_step", changes: [{ field: "retries", value: 0 }] },
    ],
    ["when plotting fails, tell me", { op: "add_step", step: { title: "Tell me" } }],
    [
      "step 6 should run even if step 5 fails",
      { step: "report", changes: [{ field: "onError", value: "continue" }] },
    ],
    ["don't remove step 3, rename it to Draw", { op: "update_step", step: "plot" }],
    ["add a step after 2. It should check for duplicates", { op: "add_step", after: "clean" }],
    [
      "throw in a proofreading step after the report",
      { op: "add_step", after: "report", step: { title: "Proofreading" } },
    ],
  ];

  for (const [words, edit] of ways) {
    const { called } = await open().say(words);
    expect(called, words).toHaveLength(1);
    expect(JSON.parse(JSON.stringify(called[0]?.input)).edits[0], words).toMatchObject(edit);
  }
});

test("several new steps in one order run one after the other, and what follows waits for the last", async () => {
  const session = open();

  await session.say("add two steps after 5: check the spelling and fix the layout");

  expect(
    session
      .plan()
      ?.steps.slice(5)
      .map((step) => [step.title, step.dependsOn]),
  ).toEqual([
    ["Check the spelling", ["report"]],
    ["Fix the layout", ["check-the-spelling"]],
    ["Mail the report to the client", ["fix-the-layout"]],
  ]);
});
