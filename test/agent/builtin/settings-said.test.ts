import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Step } from "#server/core/plan.ts";
import { openSession } from "#test/eval/session.ts";
import { makePlan } from "#test/make.ts";

const titles = [
  "Open the gates",
  "Measure the rainfall",
  "Pay the wages",
  "Fetch the forecast",
  "Write the invoice",
  "Email the invoice",
];
const ids = titles.map((_title, index) => `s${index + 1}`);

function open() {
  const plan = makePlan(
    Object.fromEntries(ids.map((id) => [id, []])),
    Object.fromEntries(ids.map((id, index) => [id, { title: titles[index] ?? "" }])),
  );
  return openSession(createBuiltinPlanner(), plan);
}

async function stepsAfter(words: string): Promise<Step[]> {
  const session = open();
  await session.say(words);
  return session.plan()?.steps ?? [];
}

test.each([
  "if the forecast can't be fetched just carry on without it",
  "should step 4 fail, go on without it",
  "if fetching the forecast fails, continue without that",
  "when step 4 breaks, move along",
  "if step 4 fails soldier on without the result",
])("going on without what failed is no stop: %s", async (words) => {
  const steps = await stepsAfter(words);
  expect(steps.map((step) => step.onError)).toEqual([
    undefined,
    undefined,
    undefined,
    "continue",
    undefined,
    undefined,
  ]);
});

test("going on without stopping is going on, and never without a stop is a stop", async () => {
  const [goesOn] = (await stepsAfter("if step 1 fails go on without stopping")).map((step) => step.onError);
  const [stops] = (await stepsAfter("if step 1 fails do not go on")).map((step) => step.onError);
  expect([goesOn, stops]).toEqual(["continue", "stop"]);
});

test.each([
  ["gates stay shut until I give the green light", 1],
  ["the wages stay locked until I approve", 3],
  ["the wages only get paid with my signature", 3],
  ["step 6 stays unsent until I say yes", 6],
  ["no invoice is emailed without my signature", 6],
  ["pídeme aprobación antes del paso 6", 6],
] as const)("the person's say holds a step: %s", async (words, number) => {
  const steps = await stepsAfter(words);
  const held = steps.flatMap((step, index) => (step.approval ? [index + 1] : []));
  expect(held).toEqual([number]);
});

test.each([
  "ask me before you send the invoice",
  "check with me before sending the invoice",
  "I want to approve sending the invoice",
])("sending a thing means the step that sends it, not the one that makes it: %s", async (words) => {
  const steps = await stepsAfter(words);
  expect(steps.filter((step) => step.approval).map((step) => step.title)).toEqual(["Email the invoice"]);
});

test.each([
  "que el paso 4 espere al paso 2",
  "que el paso 4 espere también al paso 2",
  "el paso 4 tiene que esperar al paso 2",
  "Schritt 4 wartet bitte auf Schritt 2",
  "l'étape 4 doit attendre l'étape 2",
])("the verb for waiting between two steps says which waits: %s", async (words) => {
  const steps = await stepsAfter(words);
  expect(steps.map((step) => step.dependsOn)).toEqual([[], [], [], ["s2"], [], []]);
});

test.each([
  "would you mind telling me what step 3 does",
  "could you tell me what step 3 does",
  "can you please explain what step 3 does",
  "I would like to know what step 3 does",
  "would you remind me what step 3 is for",
])("a polite question is answered: %s", async (words) => {
  const session = open();
  const { reply } = await session.say(words);
  expect(reply).toContain('tep 3 "Pay the wages"');
  expect(session.plan()?.steps.map((step) => step.title)).toEqual(titles);
});

test.each([
  "insert something new please",
  "add something useful at the end",
  "add another thing",
  "put in some stuff",
  "add something else after step 2",
])("a new step without a deed is asked about: %s", async (words) => {
  const session = open();
  const { reply } = await session.say(words);
  expect(reply).toMatch(/\?/);
  expect(session.plan()?.steps).toHaveLength(titles.length);
});

test.each([
  `I'd rather see "Send the bill" as the title of the last step`,
  `I would like to see "Send the bill" as the name of step 6`,
  `I would rather see step 6 titled "Send the bill"`,
])("a title that the person would rather see is a rename: %s", async (words) => {
  expect((await stepsAfter(words)).map((step) => step.title)).toEqual([
    ...titles.slice(0, 5),
    "Send the bill",
  ]);
});
