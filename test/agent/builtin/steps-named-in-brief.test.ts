import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { open } from "./order-book.ts";

const LIST =
  "1. Read the file orders.csv\n2. Write it to a.txt\n3. Read the file a.txt\n4. Write the report to b.txt";

async function made(brief: string): Promise<{ steps: Step[]; reply: string }> {
  const session = open(null);
  const { reply } = await session.say(brief);
  return { steps: session.plan()?.steps ?? [], reply };
}

function asking(steps: readonly Step[]): number[] {
  return steps.flatMap((step, index) => (step.approval === undefined ? [] : [index + 1]));
}

const HEADINGS = ["", "# Orders\n\n"];
const WAYS: [string, number[]][] = [
  ["Ask me before step 1.", [1]],
  ["Ask me before step 2.", [2]],
  ["Ask me before step 3.", [3]],
  ["Ask me before step 4.", [4]],
  ["Ask me before the second step.", [2]],
  ["Ask me before steps 2 and 4.", [2, 4]],
  ["Ask me before 2.", [2]],
  ["Please ask me for approval before step 2", [2]],
  ["Step 2 needs my approval.", [2]],
  ["Wait for my ok before step 2.", [2]],
  ["I want to approve step 2.", [2]],
  ["Do not run step 2 without my approval.", [2]],
  ["Before step 2, ask me.", [2]],
  ["Ask me before the last step.", [4]],
];

test.each(WAYS)("an approval lands on the step that a brief names: %s", async (words, places) => {
  for (const heading of HEADINGS) {
    const { steps } = await made(`${heading}${LIST}\n\n${words}`);
    expect([steps.length, asking(steps)]).toEqual([4, places]);
  }
});

test.each([
  `Ask me before step 2.\n\n${LIST}`,
  `${LIST}\nAsk me before step 2.`,
  `${LIST}\nask me before step 2`,
  `${LIST}\n5. Ask me before step 2.`,
  `${LIST}. Ask me before step 2.`,
  `${LIST.replaceAll("\n", " ")}. Ask me before step 2.`,
  LIST.replace(/^(\d)\./gm, "Step $1:").concat("\n\nAsk me before step 2."),
  `${LIST}\n\nFrag mich vor Schritt 2.`,
])("wherever the sentence stands, it is about that step: %s", async (brief) => {
  const { steps } = await made(brief);

  expect([steps.length, asking(steps)]).toEqual([4, [2]]);
});

test("the numbers are those of the brief, whatever else it says", async () => {
  const brief = "3. Read the file orders.csv\n4. Write it to a.txt\n5. Read the file a.txt";
  const { steps } = await made(`Fetch the weather first.\n\n${brief}\n\nAsk me before step 4.`);

  expect(asking(steps).map((place) => steps[place - 1]?.title)).toEqual(["Write it to a.txt"]);
});

test("two orders in one item are asked about before the first of them", async () => {
  const { steps } = await made(
    "1. Read the file a.csv\n2. Read the file b.csv and write it to c.txt\n3. Read the file c.txt\n\nAsk me before step 2.",
  );

  expect(steps).toHaveLength(4);
  expect(asking(steps)).toEqual([2]);
});

test("a step that the brief does not have is said, and no other step asks", async () => {
  const { steps, reply } = await made(`${LIST}\n\nAsk me before step 7.`);

  expect([steps.length, asking(steps)]).toEqual([4, []]);
  expect(reply).toContain("no step 7");
});

test("a number that two steps have is said, and no step asks", async () => {
  const { steps, reply } = await made(
    "Mornings:\n\n1. Read the file a.csv\n2. Write it to a.txt\n\nEvenings:\n\n1. Read the file b.csv\n2. Write it to b.txt\n\nAsk me before step 2.",
  );

  expect([steps.length, asking(steps)]).toEqual([4, []]);
  expect(reply).toContain("Ask me before step 2");
});

test.each([
  ["Ask me before you write the report.", [4]],
  ["Ask me before you write the file.", [2, 4]],
  ["Ask me before anything is written.", [2, 4]],
  ["Ask me before you write anything.", [2, 4]],
  ["Ask me before writing to b.txt.", [4]],
  ["Ask me before you read a.txt.", [3]],
])("a deed is what its verb and its thing name: %s", async (words, places) => {
  expect(asking((await made(`${LIST}\n\n${words}`)).steps)).toEqual(places);
});

test("anything that is sent asks, however it is sent", async () => {
  const { steps } = await made(
    "1. Read the file orders.csv\n2. Mail the orders to Kim\n3. Post the sum to the board\n4. Read the file a.txt\n\nAsk me before anything is sent.",
  );

  expect(asking(steps)).toEqual([2, 3]);
});

test.each([
  "Ask me before you paint the fence.",
  "Ask me before you delete anything.",
  "- Ask me before anything is deleted.",
])("what no step does is said, and no step asks for it: %s", async (words) => {
  const { steps, reply } = await made(`${LIST}\n\n${words}`);

  expect([steps.length, asking(steps)]).toEqual([4, []]);
  expect(reply).toContain("No step does this");
});

test.each<[string, number, Partial<Step>]>([
  ["Stop if step 2 fails.", 2, { onError: "stop" }],
  ["If step 2 fails, stop.", 2, { onError: "stop" }],
  ["If step 2 fails, go on.", 2, { onError: "continue" }],
  ["Retry step 2 twice.", 2, { maxAttempts: 3 }],
  ["Try step 2 up to three times.", 2, { maxAttempts: 3 }],
  ["Step 2 may take 5 minutes.", 2, { timeoutSeconds: 300 }],
  ["Step 2 may take at most 5 minutes.", 2, { timeoutSeconds: 300 }],
])(
  "what else a brief says of a step by its number is set on that step: %s",
  async (words, place, expected) => {
    for (const brief of [`${LIST}\n\n${words}`, `${LIST}\n${words}`]) {
      const { steps } = await made(brief);
      expect(steps).toHaveLength(4);
      expect(steps[place - 1]).toMatchObject(expected);
      const others = steps.filter((_step, index) => index !== place - 1);
      for (const field of Object.keys(expected))
        for (const step of others) expect(step).not.toHaveProperty(field);
    }
  },
);

test("conditions and links are said of steps by their numbers too", async () => {
  const { steps } = await made(
    `${LIST}\n\nRun step 4 only if step 1 succeeded. Skip step 4 if step 2 fails. Step 3 needs only step 1. Ask me before step 2 and retry it twice.`,
  );

  expect(steps).toHaveLength(4);
  expect(steps[3]?.if).toBeDefined();
  expect(steps[2]?.dependsOn).toEqual([steps[0]?.id]);
  expect(steps[1]).toMatchObject({ approval: {}, maxAttempts: 3 });
});

test("work that names a step stays work", async () => {
  const { steps } = await made(
    "1. Read the file a.csv\n2. Read the file b.csv\n3. Combine the results of step 1 and step 2\n\nThen send the result of step 3 to Kim.",
  );

  expect(steps.map(({ title }) => title)).toEqual([
    "Read the file a.csv",
    "Read the file b.csv",
    expect.stringContaining("Combine"),
    expect.stringContaining("end the result"),
  ]);
});

test("what a failure or an outcome of a numbered step leads to hangs on that step", async () => {
  const three = LIST.split("\n").slice(0, 3).join("\n");
  const after = async (words: string) => (await made(`${three}\n\n${words}`)).steps;
  const failing = await after("If step 2 fails, send Kim a note.");
  const empty = await after("If step 1 has no content, send Kim a note.");

  expect(failing[3]?.if).toBe(`$${failing[1]?.id}.status == 'failed'`);
  expect(empty[3]?.if).toContain(`$${empty[0]?.id}.`);
  expect(empty[3]?.dependsOn).toContain(empty[0]?.id);
});
