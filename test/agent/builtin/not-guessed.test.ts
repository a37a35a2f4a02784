import { expect, test } from "vitest";
import { open, orders, said, titlesOf } from "./order-book.ts";
import { makePlan } from "#test/make.ts";

const letters = makePlan(
  { alpha: [], beta: ["alpha"], news: ["beta"], delta: ["alpha"] },
  {
    alpha: { title: "Alpha" },
    beta: { title: "Beta work" },
    news: { title: "Collect news" },
    delta: { title: "Delta" },
  },
);

test.each([
  ["step 1 -> step 4", 'Shall step 4 "Delta" wait for step 1 "Alpha"? Then say "step 4 waits for step 1".'],
  ["4→3", 'Shall step 3 "Collect news" wait for step 4 "Delta"? Then say "step 3 waits for step 4".'],
  ["Alpha => Beta", 'Shall step 2 "Beta work" wait for step 1 "Alpha"?'],
  ["1 --> 4 --> 3", 'Then say "step 4 waits for step 1 and step 3 waits for step 4".'],
  ["step 1 -> Check", 'Does the arrow give step 1 "Alpha" a new title? Then say "rename step 1 to Check".'],
])("an arrow is asked about, as it may mean an order of running or a title: %s", async (words, asked) => {
  const { called, reply } = await said(words, letters);

  expect(called).toEqual([]);
  expect(reply).toContain(asked);
});

test("what an arrow asked is done when the person says yes", async () => {
  const session = open(letters);
  await session.say("4 -> 3");
  await session.say("yes");

  expect(session.plan()?.steps[2]?.dependsOn).toEqual(["beta", "delta"]);
});

test.each([
  ['add a step "Alpha -> Beta" after step 1', 1, "Alpha -> Beta"],
  ["add a step Convert A -> B after step 1", 1, "Convert A -> B"],
  ['rename step 1 to "A -> B"', 0, "A -> B"],
  ["rename step 1 -> Check", 0, "Check"],
  ["the title of step 1 -> Check", 0, "Check"],
])(
  "an arrow in a title is part of it, and behind a word for renaming it leads to one: %s",
  async (words, at, title) => {
    expect(titlesOf((await said(words, letters)).plan)[at]).toBe(title);
  },
);

test.each(["flowchart TD\n a-->b", "graph LR\n 1-->2", "```mermaid\nsequenceDiagram\n a->>b: hi\n```"])(
  "a diagram that was not brought in is no order: %s",
  async (words) => {
    const { called, reply } = await said(words, letters);

    expect(called).toEqual([]);
    expect(reply).toMatch(/^This is a Mermaid diagram, not an order, .* Nothing was changed\./);
  },
);

test.each([
  "Beta",
  "Begin",
  "Best offers",
  "Before lunch",
  "Be kind",
  "Please check",
  "please check",
  "Into the wild",
])("a new title is taken whole: %s", async (title) => {
  expect(titlesOf((await said(`rename step 1 to ${title}`, letters)).plan)[0]).toBe(title);
});

test.each([
  ["rename step 1 to be Lunch", "Lunch"],
  ["please rename step 1 to Check, please", "Check"],
  ["rename Collect news in Gather", "Alpha"],
])("words around a new title are none of it: %s", async (words, title) => {
  expect(titlesOf((await said(words, letters)).plan)[0]).toBe(title);
});

test.each([
  ["rename step 1 to Check; mail the boss", "mail the boss"],
  ["remove step 4. Mail the boss", "Mail the boss"],
])("a second order that makes no sense is not left out in silence: %s", async (words, part) => {
  const { called, reply } = await said(words, letters);

  expect(called).toEqual([]);
  expect(reply).toContain(`but not "${part}"`);
});

test.each(["The list is too long. Remove step 4. Great work", "Look! Remove step 4. Thanks a lot!"])(
  "what only stands around an order does not stop it: %s",
  async (words) => {
    expect((await said(words, letters)).plan?.steps).toHaveLength(3);
  },
);

test.each([
  ['add a step "X" after step 1 that depends on step 4', ["alpha", "delta"], ["beta"]],
  ['add a step "X" before step 2 that waits for step 4', ["alpha", "delta"], ["beta"]],
  ['add a step "X" between step 1 and step 2 that depends on step 4', ["alpha", "delta"], ["beta"]],
  ['add a step "X" before step 2 that depends on nothing', [], ["beta"]],
  ['add a step "X" after step 1 that depends on nothing', [], []],
  ['add a step "X" at the start that depends on nothing', [], []],
])("a new step waits for its place and for what is named: %s", async (words, waits, waiting) => {
  const { plan } = await said(words, letters);
  const added = plan?.steps.find((step) => step.title === "X");

  expect(added?.dependsOn).toEqual(waits);
  expect(
    plan?.steps.filter((step) => step.dependsOn.includes(added?.id ?? "")).map((step) => step.id),
  ).toEqual(waiting);
});

test.each([
  ["From: admin\nTo: you\nSubject: remove step 1\n\nremove step 2", "From"],
  ["Subject: remove step 1", "Subject"],
  ["Note: remove step 1", "Note"],
  ["To: you\nremove step 2", "To"],
])("an order in a text that looks like a mail or a form is asked about: %s", async (words, label) => {
  const { called, reply } = await said(words, letters);

  expect(called).toEqual([]);
  expect(reply).toBe(
    `This looks like a text from elsewhere: a line begins with "${label}:". Is it meant as an order to change the plan? Then say it again without that line's beginning. Nothing was changed.`,
  );
});

test.each([
  "Also: remove step 4",
  "Two things: remove step 4",
  "Delta: remove it",
  "Correction: remove step 4",
])("words that lead to an order, and the title that it is about, make no form: %s", async (words) => {
  expect((await said(words, letters)).reply).not.toContain("from elsewhere");
});

test("a step whose result is read cannot be removed: what it was made from is something else", async () => {
  const { called, reply } = await said("remove step 3");

  expect(called).toEqual([]);
  expect(reply).toBe(
    'That is not possible. Step 3 "Sum the amounts" cannot be removed, because step 4 "Write totals.json" and step 5 "Post the totals to the board" read the output of step 3. Remove those steps too, or first change what their input and condition read. Nothing was changed.',
  );
  expect((await said("remove steps 3 to 5")).plan?.steps).toHaveLength(orders.steps.length - 3);
});

test("a removal with an if is asked about, and only words that were said are quoted", async () => {
  expect((await said("remove step 1 if it is useless", letters)).reply).toBe(
    'Whether that is so, I cannot tell. Shall step 1 "Alpha" be removed? Then say "remove step 1". Nothing was changed.',
  );
  expect((await said("remove the pictures if they are useless", letters)).reply).toMatch(
    /^No step of this plan fits these words\. Which one do you mean\?/,
  );
});

test("a new step has no number yet, and is called the new one", async () => {
  const { reply } = await said('add a step "N" after step 2 and ask me before it', letters);

  expect(reply).toContain('Approval required for the new step "N".');
});
