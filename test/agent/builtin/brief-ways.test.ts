import { expect, test } from "vitest";
import { scheduleIn } from "#server/agent/builtin/schedule.ts";
import { open } from "./order-book.ts";

async function planFor(brief: string) {
  const session = open(null);
  const { called, reply } = await session.say(brief);
  return { steps: session.plan()?.steps ?? [], called, reply };
}

async function shapeOf(brief: string): Promise<[string, number[]][]> {
  const { steps } = await planFor(brief);
  return steps.map((step) => [
    step.title,
    step.dependsOn.map((id) => steps.findIndex((other) => other.id === id) + 1),
  ]);
}

test.each([
  ["On workdays at 7:20: open the gate", "20 7 * * 1-5"],
  ["Every evening at half past eight, lock the gate", "30 20 * * *"],
  ["At quarter to six every Friday count the till", "45 5 * * 5"],
  ["Each first Tuesday of the month at 11, test the alarm", "0 11 * * 2#1"],
  ["Twice a day, at 6 and at 18, feed the fish", "0 6,18 * * *"],
  ["Every quarter of an hour look at the gauge", "*/15 * * * *"],
  ["at noon on weekdays ring the bell", "0 12 * * 1-5"],
  ["Cada tarde a las 7 cierra la puerta", "0 19 * * *"],
])("spoken times are times: %s", (words, cron) => {
  expect(scheduleIn(words)?.cron).toBe(cron);
});

test("a day that something is said about is no schedule", () => {
  expect(scheduleIn("Tell them that the office is closed on Mondays")).toBeNull();
});

test.each([
  "Each time a guest checks in, print the key card and greet them.",
  "For every incoming parcel: weigh it and log the weight.",
  "When a visitor rings, open the door and call the host.",
  "Our shop posts a webhook for each order. Reserve the goods and tell the packer.",
  "Each new complaint should be classified. Then answer it.",
  "Whenever I send you a photo, crop it and file it.",
])("what comes in again and again is the run's input: %s", async (brief) => {
  expect((await planFor(brief)).steps[0]?.usesRunInput).toBe(true);
});

test.each([
  "1. Open the file\n2. If the file is complete, close it",
  "If the pump is dry, order water. Then log the level.",
])("a state of things is no input: %s", async (brief) => {
  expect((await planFor(brief)).steps.some((step) => step.usesRunInput)).toBe(false);
});

test("passive sentences are work, in the order in which it has to be done", async () => {
  expect(
    await shapeOf(
      "The labels get glued on once they have been printed. They get printed once they have been designed.",
    ),
  ).toEqual([
    ["Design the labels", []],
    ["Print the labels", [1]],
    ["Glue the labels on", [2]],
  ]);
});

test.each([
  "Before you paint the fence, sand it down. Before sanding it down, wash it.",
  "Paint the fence once the fence has been sanded. Sand the fence once it has been washed. Wash the fence.",
])("what is told last may come first: %s", async (brief) => {
  const shape = await shapeOf(brief);

  expect(shape.map(([title]) => title.split(" ")[0])).toEqual(["Wash", "Sand", "Paint"]);
  expect(shape.map(([, waits]) => waits)).toEqual([[], [1], [2]]);
});

test.each([
  "Boil the eggs. While that is going on, toast the bread; when both are done, serve breakfast.",
  "Boil the eggs and, independently of that, toast the bread. After both, serve breakfast.",
  "Boil the eggs and toast the bread (they don't wait for each other). Serve breakfast.",
  "1. Boil the eggs\n2. Toast the bread; this can be done at the same time\n3. Serve breakfast",
])("work beside other work does not wait for it: %s", async (brief) => {
  expect((await shapeOf(brief)).map(([, waits]) => waits)).toEqual([[], [], [1, 2]]);
});

test("said behind the last of several deeds of one kind, at the same time is said of all", async () => {
  expect(
    (await shapeOf("Call the vet, call the owner and call the insurer at once, then write the report.")).map(
      ([, waits]) => waits,
    ),
  ).toEqual([[], [], [], [1, 2, 3]]);
});

test.each([
  ["1. Print the tickets - retry three times if the printer jams\n2. Pack them", 4],
  ["Print the tickets, with two retries in case the printer is off, and then pack them.", 3],
  ["Print the tickets. If that does not work, give it two more goes. Then pack them.", 3],
])("tries are a setting of the step that they follow, not a step: %s", async (brief, attempts) => {
  const { steps } = await planFor(brief);

  expect(steps.map((step) => step.title)).toEqual(["Print the tickets", "Pack them"]);
  expect(steps[0]?.maxAttempts).toBe(attempts);
});

test.each([
  "1. Draw the plan\n2. I sign off the plan\n3. Build the shed",
  "Draw the plan. Show it to me first. Then build the shed.",
  "1. Plan zeichnen\n2. Schuppen bauen (nur mit meiner Erlaubnis)",
  "1. Dessiner le plan\n2. Construire l'abri après mon accord",
  "1. 画图\n2. 盖棚子（需要我同意）",
])("the step behind the person's agreement asks for it: %s", async (brief) => {
  const { steps } = await planFor(brief);

  expect(steps.map((step) => step.approval !== undefined)).toEqual([false, true]);
});

test("who wants to see something before it goes out names the step that sends it", async () => {
  const { steps } = await planFor("Write the offer. Let me read the offer before it is sent to the buyer.");

  expect(steps.map((step) => [step.title, step.approval !== undefined])).toEqual([
    ["Write the offer", false],
    ["Send the offer to the buyer", true],
  ]);
});

test("an item that says otherwise runs on the contrary of the condition before it", async () => {
  const { steps } = await planFor(
    "- read the gauge\n- if the pressure is over 4, open the valve\n- otherwise note the value",
  );

  expect(steps.map((step) => step.if)).toEqual([
    undefined,
    "$read-the-gauge.output.pressure > 4",
    "!($read-the-gauge.output.pressure > 4)",
  ]);
});

test("a condition that no step could tell stays in the instructions", async () => {
  const { steps } = await planFor("If the sum is above 900, ask the boss. Then file the receipt.");

  expect(steps[0]?.instructions).toBe("If the sum is above 900, ask the boss.");
});

test.each(["i need help with something at home", "can you help me with my emails", "I have a problem"])(
  "a brief that names no work is asked about: %s",
  async (brief) => {
    const { steps, reply } = await planFor(brief);

    expect(steps).toEqual([]);
    expect(reply).toContain("What should the agent do?");
  },
);
