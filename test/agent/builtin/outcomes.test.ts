import { expect, test } from "vitest";
import { open, orders, said } from "./order-book.ts";
import { makePlan } from "#test/make.ts";

const pair = makePlan(
  { fetch: [], plot: [], mail: ["plot"] },
  {
    fetch: { title: "Fetch the data" },
    plot: { title: "Plot the curve" },
    mail: { title: "Mail the curve" },
  },
);

test("a step that waits for a failed one is skipped anyway, and that is what is said", async () => {
  const { changed, reply } = await said("if step 1 fails, skip step 3");

  expect(changed).toBe(false);
  expect(reply).toBe(
    'The plan already is so: step 3 "Sum the amounts" waits for step 1 "Read orders.csv" and is skipped when it fails.',
  );
});

test.each([
  "if step 1 fails, skip step 2",
  "skip step 2 if step 1 fails",
  "when step 1 fails, step 2 should not run",
])(
  "a step that is skipped after a failure elsewhere runs only once that has completed: %s",
  async (words) => {
    const { plan } = await said(words, pair);

    expect(plan?.steps[1]).toMatchObject({ dependsOn: ["fetch"], if: "$fetch.status == 'completed'" });
    expect(plan?.steps).toHaveLength(3);
  },
);

test.each([
  ["only run step 3 if step 1 failed", "$fetch.status == 'failed'"],
  ["step 3 should only run when step 1 completed successfully", "$fetch.status == 'completed'"],
])("a condition reads the outcome of the step that it names by number: %s", async (words, condition) => {
  const { plan } = await said(words, pair);

  expect(plan?.steps[2]?.if).toBe(condition);
  expect(plan?.steps[2]?.dependsOn).toContain("fetch");
});

test("to stop on a claim is a condition on what reads the step that tells it", async () => {
  const { plan } = await said("if the file is empty, stop");

  expect(plan?.steps.map((step) => step.if)).toEqual([
    undefined,
    "$read.output.bytes != 0",
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect((await said("if nobody comes, stop", pair)).reply).toMatch(/^Which step tells "nobody comes"\?/);
});

test("what a removal would be refused for is told when it is asked about", async () => {
  const { reply } = await said("what if I removed step 1?");

  expect(reply).toMatch(
    /^That would be refused: Step 1 "Read orders\.csv" cannot be removed, because step 2 "Parse the rows" reads the content of step 1\..* Nothing was changed\.$/,
  );
});

test.each([
  ["make every step stop on error", "stop"],
  ["stop the run if any step fails", "stop"],
  ["if anything fails, carry on", "continue"],
  ["errors in step 2 are fine, just proceed", "continue"],
  ["a failure of step 2 should not hold up the rest", "continue"],
  ["step 2 is critical: if it fails, halt the run", "stop"],
  ["when step 2 fails the whole plan should stop", "stop"],
])("what a failure does is said in many ways: %s", async (words, onError) => {
  const { plan } = await said(words);

  expect(plan?.steps[1]?.onError).toBe(onError);
});

test("an undo after a message that changed nothing says so and asks", async () => {
  const session = open();
  await session.say('rename step 6 to "Tell Ann"');
  await session.say("remove step 1");

  const asked = await session.say("undo that");
  expect(asked.changed).toBe(false);
  expect(asked.reply).toBe(
    'Your last message changed nothing, so there is nothing of it to take back. The change before it was r2 "Renamed "Tell Maria" to "Tell Ann"". Do you want that one undone? Then say "undo the last change".',
  );
  expect((await session.say("yes")).changed).toBe(true);
  expect(session.plan()?.steps.at(-1)?.title).toBe("Tell Maria");
});

test("an order that stands on its own is no answer to the question before it", async () => {
  const session = open();
  await session.say("split step 6");

  await session.say("step 4 no longer needs my approval");
  expect(session.plan()?.steps).toHaveLength(6);
  expect(session.plan()?.steps[3]?.approval).toBeUndefined();
});

test("steps that call different tools are not merged", async () => {
  const { changed, reply } = await said("merge steps 1 and 2");

  expect(changed).toBe(false);
  expect(reply).toBe(
    'A step calls one tool with one input: step 1 "Read orders.csv" calls read_file and step 2 "Parse the rows" calls parse_csv. Merged, only one of these calls would be left, so they stay apart. Nothing was changed.',
  );
});

test("a question about something else gets no guess", async () => {
  const { reply } = await said("who won the world cup in 1990?");

  expect(reply).toMatch(/^I cannot answer that: I know only this plan, "Test plan", with 6 steps/);
});

test.each([
  ["I don't want step 6 to wait for step 5", 5, []],
  ["I'd like you to make step 6 independent of step 5", 5, []],
  ["there is no reason for step 6 to wait for step 5", 5, []],
])("a wish that is denied takes the link away: %s", async (words, place, waits) => {
  expect((await said(words)).plan?.steps[place]?.dependsOn).toEqual(waits);
});

test("a refused order is not read as another one with slips mended", async () => {
  const { changed, reply } = await said("I don't want step 3 to wait for step 2");

  expect(changed).toBe(false);
  expect(reply).toMatch(/^That is not possible\. Step 3 "Sum the amounts" reads the output of step 2/);
});

test.each([
  ["save it to out/final.md instead", 3, "path", "out/final.md"],
  ["read sales.csv instead", 0, "path", "sales.csv"],
])(
  "a value that takes the place of another goes to the one step that has it: %s",
  async (words, place, field, value) => {
    expect((await said(words)).plan?.steps[place]?.input).toMatchObject({ [field]: value });
  },
);

test("a new step takes the number that it is given", async () => {
  const last = await said("add step 7 which emails Bob, ask me before");
  expect(last.plan?.steps[6]).toMatchObject({ title: "Email Bob", dependsOn: ["tell"], approval: {} });

  const inner = await said("add step 3 that checks the rows");
  expect(inner.plan?.steps.map((step) => step.id).slice(1, 4)).toEqual(["parse", "check-the-rows", "sum"]);
});

test.each([
  ["Step 1 uses the run input", { usesRunInput: true }],
  ["Use list_files in step 1", { tool: "list_files" }],
  ["Make step 1 a reasoning step", { kind: "reasoning" }],
  ["Rename the parameter path to file in step 1", { input: { file: "orders.csv" } }],
])("one field of a step is mended by a sentence: %s", async (words, step) => {
  expect((await said(words, orders)).plan?.steps[0]).toMatchObject(step);
});

test("a dependency on an id that no step has goes by that id", async () => {
  const broken = makePlan({ sum: [], tell: ["sum", "step-9"] });

  const { plan } = await said("Remove the dependency of step 2 on step-9", broken);

  expect(plan?.steps[1]?.dependsOn).toEqual(["sum"]);
});
