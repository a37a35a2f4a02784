import { expect, test } from "vitest";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { open, orders, said, titlesOf } from "./order-book.ts";

const COUNT = 64;
const CHECK = 59;

/** A chain whose even steps have a title that ends in the number of the step before. */
const chapters = makePlan(
  Object.fromEntries(numbersTo(COUNT).map((number) => [`s${number}`, number > 1 ? [`s${number - 1}`] : []])),
  Object.fromEntries(numbersTo(COUNT).map((number) => [`s${number}`, settingsOf(number)])),
);

function settingsOf(number: number): Partial<Step> {
  if (number === 12 || number === 25)
    return {
      title: `Save ${number}`,
      kind: "tool",
      tool: "write_file",
      input: { path: "a.txt", content: "c" },
    };
  if (number !== CHECK) return { title: number % 2 === 0 ? `Write chapter ${number - 1}` : `Part ${number}` };
  return {
    title: "Prove it",
    kind: "check",
    tool: "read_file",
    input: { path: "a.txt" },
    check: { path: "bytes", op: ">", value: 0, everySeconds: 1, withinSeconds: 10 },
    verifies: `s${CHECK - 1}`,
  };
}

function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function step(plan: Plan | null, number: number) {
  return plan?.steps[number - 1];
}

test.each([
  ['Set the instructions of step 3 to "Be short"', "instructions"],
  ['Change step 3\'s instructions to "Be short"', "instructions"],
  ['The instructions of step 3 should be "Be short"', "instructions"],
  ['Set the expected output of step 3 to "Be short"', "expectedOutput"],
  ['Set the instructions of "Part 3" to "Be short"', "instructions"],
] as const)("%s", async (words, field) => {
  const { plan } = await said(words, chapters);

  expect(step(plan, 3)?.[field]).toBe("Be short");
  expect(titlesOf(plan)).toEqual(titlesOf(chapters));
  expect(step(plan, 4)).toEqual(step(chapters, 4));
});

test.each([
  ['Set the deadline of step 3 to "tomorrow"', "deadline"],
  ["Set the priority of step 3 to high", "priority"],
  ['Set the colour of "Write chapter 3" to "red"', "colour"],
])("a field that no step has is said to be none: %s", async (words, field) => {
  const { plan, reply } = await said(words, chapters);

  expect(reply).toContain(`A step has no field "${field}".`);
  expect(plan).toEqual(chapters);
});

test("a number behind step is no part of a title", async () => {
  const { plan } = await said('rename step 4 to "X" and step 5 to "Y"', chapters);

  expect(titlesOf(plan).slice(3, 6)).toEqual(["X", "Y", "Write chapter 5"]);
});

test.each([
  ['Set the content of step 12 to "hello" and ask me before step 12', [12], [12]],
  ['Set the path of step 12 to "q.csv" and the path of step 25 to "z.csv"', [12, 25], []],
  ['Set the instructions of step 21 to "A". Set the instructions of step 22 to "B".', [21, 22], []],
  ['Set the instructions of step 21 to "A" and of step 22 to "B"', [21, 22], []],
  ['Set the instructions of step 21 to "A" and its expected output to "B"', [21], []],
] as const)("a quoted text ends where its quotes close: %s", async (words, changed, asking) => {
  const { plan } = await said(words, chapters);

  const others = numbersTo(COUNT).filter((number) => step(plan, number) !== step(chapters, number));
  const differing = others.filter(
    (number) => JSON.stringify(step(plan, number)) !== JSON.stringify(step(chapters, number)),
  );
  expect(differing).toEqual(changed);
  expect(plan?.steps.flatMap((item, index) => (item.approval ? [index + 1] : []))).toEqual(asking);
  expect(JSON.stringify(plan?.steps)).not.toMatch(/\\"/);
});

test("what stands behind a quoted text is another order", async () => {
  const { plan } = await said('Set the instructions of step 21 to "A" and remove step 12', chapters);

  expect(plan?.steps).toHaveLength(COUNT - 1);
  expect(plan?.steps.find((item) => item.id === "s21")?.instructions).toBe("A");
});

test("every sentence of a long message is read", async () => {
  const numbers = numbersTo(50);
  const { plan } = await said(
    numbers.map((number) => `Rename step ${number} to N${number}.`).join(" "),
    chapters,
  );

  expect(titlesOf(plan).slice(0, 50)).toEqual(numbers.map((number) => `N${number}`));
  expect(titlesOf(plan).slice(50)).toEqual(titlesOf(chapters).slice(50));
});

test("a message of more sentences than are read is refused naming how many", async () => {
  const message = numbersTo(61)
    .map((number) => `Rename step ${number} to N${number}.`)
    .join(" ");
  const { plan, reply } = await said(message, chapters);

  expect(reply).toMatch(/^This message has 61 sentences; the built-in planner reads up to 60 at once\./);
  expect(plan).toEqual(chapters);
});

test("a long list of steps is one order", async () => {
  const gone = numbersTo(30).map((number) => number * 2);
  const { plan } = await said(`Remove steps ${gone.join(", ")}`, chapters);

  expect(plan?.steps).toHaveLength(COUNT - 30);
});

test("going back and changing something is one list of edits where the numbers are known, and refused elsewhere", async () => {
  const session = open();
  await session.say('rename step 1 to "X"');
  await session.say('go back to revision 1 and rename step 2 to "Q"');
  expect(titlesOf(session.plan()).slice(0, 2)).toEqual(["Read orders.csv", "Q"]);

  const { reply } = await session.say('go back to revision 1 and rename step 3 to "R"');
  expect(reply).toMatch(/Say "go back to revision 1" first, and then "rename step 3 to "R""/);
  expect(titlesOf(session.plan()).slice(0, 3)).toEqual(["Read orders.csv", "Q", "Sum the amounts"]);
});

test("several changes are undone again and again, each time further back", async () => {
  const session = open();
  for (const letter of ["A", "B", "C", "D", "E"]) await session.say(`rename step 6 to ${letter}`);
  const last = () => titlesOf(session.plan())[5];

  await session.say("undo the last 2 changes");
  expect(last()).toBe("C");
  await session.say("undo the last 2 changes");
  expect(last()).toBe("A");
  expect((await session.say("undo")).reply).toBe(
    "Back to revision 7, which undoes the way back to revision 2.",
  );
  expect(last()).toBe("C");
  await session.say("undo the last 3 changes");
  expect(last()).toBe("Tell Maria");
  expect((await session.say("undo the last 2 changes")).reply).toBe(
    "No change is left to undo: the plan is as it was in r1. Nothing was changed.",
  );
});

test("what changed since a revision is told from the history", async () => {
  const session = open();
  await session.say('rename step 6 to "A"');
  await session.say('rename step 6 to "B"');

  expect((await session.say("What changed since revision 1?")).reply).toBe(
    'Since r1: r2 "Renamed "Tell Maria" to "A"" and r3 "Renamed "A" to "B"".',
  );
  expect((await session.say("What has changed since r3?")).reply).toBe(
    "Nothing: r3 is the plan as it is now.",
  );
  expect((await session.say("What changed since revision 9?")).reply).toBe(
    "There is no revision 9: the plan has r1 to r3.",
  );
  await session.say("go back to revision 1");
  expect((await session.say("What changed since revision 1?")).reply).toBe(
    "Nothing that is still in effect: the plan is as it was in r1.",
  );
});

test("the parts of a split end where another order begins", async () => {
  const { plan } = await said('Split step 3 into "One" and "Two" and remove step 20', chapters);
  expect(titlesOf(plan).slice(2, 4)).toEqual(["One", "Two"]);
  expect(plan?.steps).toHaveLength(COUNT);

  const refused = await said(
    'Split step 3 into "One" and "Two" and make step 20 depend on "Three"',
    chapters,
  );
  expect(refused.plan).toEqual(chapters);
});

test("a number with its own title names that step, and with the title of another one it is asked", async () => {
  const { plan } = await said('remove step 4 "Write chapter 3"', chapters);
  expect(plan?.steps.some((item) => item.id === "s4")).toBe(false);
  expect(plan?.steps).toHaveLength(COUNT - 1);

  const renamed = await said('rename step 4 "Write chapter 3" to "New"', chapters);
  expect(titlesOf(renamed.plan)[3]).toBe("New");

  const unclear = await said('remove step 4 "Write chapter 5"', chapters);
  expect(unclear.reply).toMatch(/^Do you mean step 4 "Write chapter 3" or step 6 "Write chapter 5"\?/);
  expect(unclear.plan).toEqual(chapters);

  const called = await said('call step 4 "Write chapter 5"', chapters);
  expect(titlesOf(called.plan)[3]).toBe("Write chapter 5");
});

test("a step at the end comes after what the same message leaves", async () => {
  const { plan } = await said('Remove step 64 and step 63, and add "Bye" at the end', chapters);

  expect(plan?.steps.at(-1)).toMatchObject({ title: "Bye", dependsOn: ["s62"] });
});

test("a check that goes together with what it verifies is not said to have lost it", async () => {
  const { reply } = await said("Remove steps 57 to 60", chapters);

  expect(reply).not.toContain("no longer confirms");
});

test.each([
  ['Add the tag "weekly"', { tags: ["weekly"] }],
  ['Add the tags "weekly" and "mail"', { tags: ["weekly", "mail"] }],
  ["Add the tag daily to the plan", { tags: ["daily"] }],
  ['Tag the plan with "weekly"', { tags: ["weekly"] }],
  ['Set the tags to "a" and "b"', { tags: ["a", "b"] }],
  ['Add the assumption "The file is there"', { assumptions: ["The file is there"] }],
  ["The run is done when both files exist", { completionCriteria: "Both files exist" }],
  ['Set the completion criteria to "Both files exist"', { completionCriteria: "Both files exist" }],
])("%s", async (words, fields) => {
  const { plan } = await said(words);

  expect(plan).toEqual({ ...orders, ...fields });
});

test("a tag goes, and one that is not there is said to be none", async () => {
  const session = open({ ...orders, tags: ["daily", "mail"] });

  await session.say('Remove the tag "daily"');
  expect(session.plan()?.tags).toEqual(["mail"]);
  expect((await session.say("Remove the weekly tag")).reply).toBe(
    'The plan has no tag "weekly". It has "mail". Nothing was changed.',
  );
  expect((await session.say('Add the tag "mail"')).reply).toBe(
    'The plan has the tag "mail" already. Nothing was changed.',
  );
  await session.say("Remove all tags");
  expect(session.plan()?.tags).toEqual([]);
});

test.each([
  ["Add a step that waits 10 seconds after step 2", "Wait 10 seconds", 10],
  ['Add "Wait 3 seconds" after step 2', "Wait 3 seconds", 3],
  ["Add a wait of 2 minutes after step 2", "Wait of 2 minutes", 120],
  ['Add a step "Pause": wait 5 minutes, after step 2', "Pause", 300],
])("%s", async (words, title, seconds) => {
  const { plan } = await said(words, chapters);

  expect(plan?.steps[2]).toMatchObject({ title, kind: "wait", wait: { seconds }, dependsOn: ["s2"] });
  expect(plan?.steps[3]?.dependsOn).toEqual([plan?.steps[2]?.id]);
});

test("a step merged into another one", async () => {
  const { plan } = await said("Merge step 6 into step 7", chapters);
  expect(plan?.steps).toHaveLength(COUNT - 1);
  expect(titlesOf(plan)[5]).toBe("Write chapter 5 and part 7");

  const called = await said('Merge step 6 into step 7 and call it "Both"', chapters);
  expect(titlesOf(called.plan)[5]).toBe("Both");
});

test("an id in quotes names its step", async () => {
  const { plan } = await said('remove "s7"', chapters);

  expect(plan?.steps.some((item) => item.id === "s7")).toBe(false);
});
