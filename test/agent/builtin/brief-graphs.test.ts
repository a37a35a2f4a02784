import { expect, test } from "vitest";
import { said } from "./order-book.ts";

async function shapeOf(brief: string): Promise<[string, number[]][]> {
  const { plan } = await said(brief, null);
  const steps = plan?.steps ?? [];
  return steps.map((step) => [
    step.title,
    step.dependsOn.map((id) => steps.findIndex((other) => other.id === id) + 1),
  ]);
}

test.each([
  "step A: weigh\nstep B: wash, after A\nstep C: wrap, after A\nstep D: ship, after B and C",
  "Plan: a) weigh b) wash c) wrap d) ship. b needs a, c needs a, d needs b and c.",
  "a) weigh\nb) wash\nc) wrap\nd) ship\n\nb depends on a and c depends on a; d waits for b and c.",
  "A: weigh\nB: wash (needs A)\nC: wrap (needs A)\nD: ship (needs B and C)",
  "1. weigh\n2. wash\n3. wrap\n4. ship\n3 needs 1 only, 4 needs 2 and 3.",
  "Task A - weigh\nTask B - wash, needs A\nTask C - wrap, needs A\nTask D - ship, needs B and C",
])("work named by letters waits for the letters that are told: %s", async (brief) => {
  expect(await shapeOf(brief)).toEqual([
    ["Weigh", []],
    ["Wash", [1]],
    ["Wrap", [1]],
    ["Ship", [2, 3]],
  ]);
});

test("letters that nothing is told of are a list in order", async () => {
  expect(await shapeOf("To do: a) fetch the data b) clean the data c) plot the data")).toEqual([
    ["Fetch the data", []],
    ["Clean the data", [1]],
    ["Plot the data", [2]],
  ]);
});

test.each([
  ["Mix flour and water, knead the dough.", ["Mix flour and water", "Knead the dough"]],
  ["Combine oil, water and salt. Stir it.", ["Combine oil, water and salt", "Stir it"]],
  ["Compare price and quote, then call the seller", ["Compare price and quote", "Call the seller"]],
  ["Feed the cat and water the plants", ["Feed the cat", "Water the plants"]],
  ["Load the data and index the data", ["Load the data", "Index the data"]],
])("a thing is no deed, and a deed is no thing: %s", async (brief, titles) => {
  expect((await shapeOf(brief)).map(([title]) => title)).toEqual(titles);
});

test.each([
  "- Paint the door\n- Meanwhile sweep the yard\n- Hang the door",
  "1. Paint the door\n2. At the same time, sweep the yard\n3. Hang the door",
])("an item that says meanwhile runs beside the one before it: %s", async (brief) => {
  const shape = await shapeOf(brief);

  expect(shape.map(([, waits]) => waits)).toEqual([[], [], [1, 2]]);
  expect(shape[1]?.[0]).toBe("Sweep the yard");
});

test.each([
  ["Sieh aufs Thermometer. Wenn es friert, hol die Pflanzen rein.", true],
  ["Mira el termómetro. Si hiela, guarda las plantas.", true],
  ["Male das Bild. Wenn es fertig ist, rahme das Bild.", false],
])("when in another language is a condition or a wait: %s", async (brief, isCondition) => {
  const { plan } = await said(brief, null);

  expect(plan?.steps.map((step) => step.if !== undefined)).toEqual([false, isCondition]);
});

test("a condition that no step could tell is not dropped without a word", async () => {
  const { plan, reply } = await said("Wenn es regnet, nimm den Bus. Dann fahr ins Büro.", null);

  expect(plan?.steps[0]?.instructions).toMatch(/wenn es regnet/i);
  expect(reply).toMatch(/"es regnet": no step before "Nimm den Bus" tells it/);
});

test.each([
  "digraph { load -> sort; sort -> print; }",
  "```dot\ndigraph G {\n a -> b\n}\n```",
  "graph G { a -- b; b -- c }",
])("a graph in a form that is not read is called so: %s", async (text) => {
  const turn = await said(text, null);

  expect(turn.plan?.steps ?? []).toEqual([]);
  expect(turn.reply).toMatch(/Graphviz[\s\S]*Mermaid/);
});

test.each([
  "what happens if step 2 fails?",
  "which step runs first?",
  "how many steps does the plan have?",
  "why does step 3 wait for step 1?",
  "wie viele Schritte gibt es?",
])("a question about steps makes no plan: %s", async (words) => {
  const turn = await said(words, null);

  expect(turn.plan?.steps ?? []).toEqual([]);
  expect(turn.reply).toMatch(/There is no plan yet/);
});

test("a brief may begin with a question", async () => {
  expect(await shapeOf("Could you fetch the list and print the list?")).toEqual([
    ["Fetch the list", []],
    ["Print the list", [1]],
  ]);
});
