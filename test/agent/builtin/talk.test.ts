import { expect, test } from "vitest";
import { open, orders, said, titlesOf } from "./order-book.ts";

test("undo and redo go as far as they are told to, and no further than there is anything to undo", async () => {
  const session = open();
  for (const letter of ["A", "B", "C"]) await session.say(`rename step 6 to ${letter}`);

  await session.say("undo 2 times");
  expect(titlesOf(session.plan())[5]).toBe("A");
  await session.say("redo twice");
  expect(titlesOf(session.plan())[5]).toBe("C");
  await session.say("put it back how it was two changes ago");
  expect(titlesOf(session.plan())[5]).toBe("A");

  const short = open();
  await short.say("rename step 6 to A");
  await short.say("undo");
  expect(titlesOf(short.plan())[5]).toBe("Tell Maria");
  expect((await short.say("undo")).reply).toBe("There is nothing to undo.");
});

test("every revision can be gone back to, also one that is no longer listed", async () => {
  const session = open();
  for (let count = 2; count <= 40; count += 1) await session.say(`rename step 6 to T${count}`);

  await session.say("go back to r3");
  expect(titlesOf(session.plan())[5]).toBe("T3");
  expect((await session.say("go back to r3")).reply).toMatch(/already is as it was in r3/);
  expect((await session.say("go back to r99")).reply).toMatch(/no revision 99: the plan has r1 to r41/);
});

test("a short answer to the planner's own question completes the order", async () => {
  const session = open();
  await session.say("rename step 2");
  await session.say("Read the table");
  expect(titlesOf(session.plan())[1]).toBe("Read the table");

  await session.say("every Monday");
  const turn = await session.say("9:30");
  expect(turn.called[0]?.input).toMatchObject({ cron: "30 9 * * 1" });
});

test("which of two is asked, and the answer may be a number or a place", async () => {
  const session = open();
  await session.say("rename step 5 to Check totals");
  await session.say("rename step 6 to Check totals");

  expect((await session.say("remove check totals")).reply).toMatch(/step 5 .* or step 6 /);
  await session.say("the second one");

  expect(session.plan()?.steps.map((step) => step.id)).toEqual(["read", "parse", "sum", "write", "post"]);
});

test("an order of its own is carried out, also where the planner has asked something", async () => {
  const session = open();
  await session.say("rename step 2");

  const turn = await session.say("step 6 needs my ok");

  expect(turn.called).toHaveLength(1);
  expect(session.plan()?.steps[5]?.approval).toEqual({});
  expect(titlesOf(session.plan())).toEqual(titlesOf(orders));
});

test("a brief that names a day and no time gets no schedule, and is asked for the time", async () => {
  const { called, reply } = await said("Every Monday: read a.csv and write it to b.csv", null);

  expect(called.map((call) => call.name)).toEqual(["propose_plan"]);
  expect(reply).toMatch(/At what time should it run "Every Monday"\?/);
});

test("starting over asks for the new brief, and never mind keeps the plan", async () => {
  const session = open();

  expect((await session.say("start over")).reply).toMatch(/What should the new plan do\?/);
  await session.say("never mind");
  expect(titlesOf(session.plan())).toEqual(titlesOf(orders));
  await session.say("start over");
  await session.say("1. Read a.csv\n2. Write b.txt");

  expect(titlesOf(session.plan())).toEqual(["Read a.csv", "Write b.txt"]);
});

test("questions about the whole plan are answered with the steps that they are about", async () => {
  const answers: [string, RegExp][] = [
    [
      "what are steps 2 to 4?",
      /3 of the 6 steps[\s\S]*Step 2 "Parse the rows"[\s\S]*Step 4 "Write totals.json"/,
    ],
    ["what runs first?", /Step 1 "Read orders.csv" starts first/],
    ["what is the critical path?", /longest chain has 6 of the 6 steps/],
    ["how many steps are there and which ones wait for me?", /6 steps.*approval: step 4 "Write totals.json"/],
    ["which steps can fail without stopping the run?", /No failure stops the whole run/],
    ['list the steps that contain "totals"', /2 of the 6 steps[\s\S]*Step 4[\s\S]*Step 5/],
    ["find the steps about maria", /1 of the 6 steps[\s\S]*Step 6 "Tell Maria"/],
    ["who are you?", /built-in planner/],
    ["can you send an email?", /send_email is off.*SMTP_URL/],
    ["do we really need step 3?", /Step 4 "Write totals.json" waits for step 3 "Sum the amounts"/],
  ];

  for (const [words, reply] of answers) {
    const turn = await said(words);
    expect(turn.reply, words).toMatch(reply);
    expect(turn.called, words).toEqual([]);
  }
});

test("no time is made up for a schedule, and a card does not promise that runs start by themselves", async () => {
  const asked = await said("run it every Monday");
  const card = await said("run it every day at 9");

  expect(asked.called).toEqual([]);
  expect(asked.reply).toMatch(/At what time/);
  expect(card.reply).toMatch(/Nothing has happened yet/);
});

test("a brief in a letter keeps its first job, its consent and its table, and loses its greeting", async () => {
  const { plan } = await said(
    "Hi! Could you please take orders.csv, turn it into a table, add up the amounts per customer and put the result into totals.json? Ask me before the file is written. Thanks, Maria",
    null,
  );

  expect(titlesOf(plan)).toEqual([
    "Take orders.csv",
    "Turn it into a table",
    "Add up the amounts per customer",
    "Put the result into totals.json",
  ]);
  expect(plan?.steps.map((step) => step.tool)).toEqual(["read_file", "parse_csv", undefined, "write_file"]);
  expect(plan?.steps.map((step) => step.approval !== undefined)).toEqual([false, false, false, true]);
});

test("equal items stay in order, and consent is heard wherever it is said", async () => {
  const twice = await said(
    "1. Read a.csv\n2. Check totals\n3. Check totals\n4. Write b.json, but ask me first",
    null,
  );
  const briefs = [
    "1. Read a.csv\n2. Write b.json – wait for my ok",
    "Read a.csv and write it to b.json after I have approved it",
    "Before you write anything, please get my okay. Read a.csv, then write it to b.json.",
  ];

  expect(twice.plan?.steps.map((step) => step.dependsOn.length)).toEqual([0, 1, 1, 1]);
  expect(twice.plan?.steps[3]?.approval).toEqual({});
  for (const brief of briefs) {
    const { plan } = await said(brief, null);
    expect(
      plan?.steps.map((step) => step.approval !== undefined),
      brief,
    ).toEqual([false, true]);
  }
});
