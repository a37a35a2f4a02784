import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { said } from "./order-book.ts";

const plan = makePlan(
  { load: [], think: ["load"], tell: ["think"] },
  {
    load: {
      title: "Load the orders",
      kind: "tool",
      tool: "read_file",
      input: { path: "a.csv" },
      instructions: "Use the archive of May",
      expectedOutput: "The orders of May.",
    },
    think: {
      title: "Think about prices",
      instructions: "Leave out the gifts. Round to whole euros.",
      expectedOutput: "A list of prices",
    },
    tell: { title: "Sort the list", instructions: "Sort the list.", expectedOutput: "" },
  },
);

test("merged steps keep all that they were told to do, and what was expected of them", async () => {
  const kept = await said("merge steps 2 and 3", plan);
  const plain = await said(
    "merge steps 1 and 2",
    makePlan({ a: [], b: ["a"] }, { a: { expectedOutput: "" }, b: { expectedOutput: "" } }),
  );

  expect(kept.plan?.steps[1]).toMatchObject({
    instructions: "Leave out the gifts. Round to whole euros. Sort the list.",
    expectedOutput: "A list of prices.",
  });
  expect(plain.plan?.steps[0]).toMatchObject({
    instructions: "Do a. Do b.",
    expectedOutput: "The result of: A and b",
  });
});

test("of a step that is split the first part keeps what it was told, the last what is expected", async () => {
  const { plan: after } = await said("split step 2 into Compare the shops and Write down the best", plan);

  expect(after?.steps.slice(1, 3)).toMatchObject([
    {
      instructions: "Leave out the gifts. Round to whole euros.",
      expectedOutput: "The result of: compare the shops",
    },
    { instructions: "Write down the best.", expectedOutput: "A list of prices" },
  ]);
});

test("the part that goes on with a call keeps the words of the step; a text that only repeats the title goes", async () => {
  const called = await said("split step 1 into Ask for the month and Read the file", plan);
  const plain = await said("split step 3 into Sort by name and Number the lines", plan);

  expect(called.plan?.steps.slice(0, 2)).toMatchObject([
    { kind: "reasoning", instructions: "Ask for the month." },
    { tool: "read_file", instructions: "Use the archive of May", expectedOutput: "The orders of May." },
  ]);
  expect(plain.plan?.steps.slice(2)).toMatchObject([
    { instructions: "Sort by name." },
    { instructions: "Number the lines.", expectedOutput: "The result of: number the lines" },
  ]);
});
