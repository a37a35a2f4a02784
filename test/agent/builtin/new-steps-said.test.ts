import { expect, test } from "vitest";
import { saidTo, shop } from "./shop.ts";

const titlesOf = (steps: { title: string }[]) => steps.map(({ title }) => title);
const added = (steps: { id: string; title: string; dependsOn: string[] }[]) =>
  steps
    .filter(({ id }) => !shop.steps.some((step) => step.id === id))
    .map(({ title, dependsOn }) => [title, dependsOn]);

test.each<[string, object]>([
  ["add a step Backup orders after fetch that asks me", { approval: {} }],
  ["add a step Backup orders after fetch that needs my ok", { approval: {} }],
  ["add a step Backup orders after fetch with my approval", { approval: {} }],
  ["add a step Backup orders after fetch with a timeout of 30 seconds", { timeoutSeconds: 30 }],
  ["add a step Backup orders after fetch that may take at most 2 minutes", { timeoutSeconds: 120 }],
  ["add a step Backup orders after fetch with 4 retries", { maxAttempts: 5 }],
  [
    "add a step Backup orders after fetch with 4 retries and a timeout of 30 seconds",
    { maxAttempts: 5, timeoutSeconds: 30 },
  ],
])("what is said of a new step beside its title is set: %s", async (words, settings) => {
  const { steps } = await saidTo(shop, words);

  expect(steps[1]).toMatchObject({ title: "Backup orders", dependsOn: ["fetch"], ...settings });
});

test.each<[string, string]>([
  ["add a step that asks me for the total after fetch", "Ask me for the total"],
  ["add a step Get the approval of the boss after fetch", "Get the approval of the boss"],
  ["add a step Wait with the others after fetch", "Wait with the others"],
])("what the step does stays its title: %s", async (words, title) => {
  const { steps } = await saidTo(shop, words);

  expect(steps[1]).toMatchObject({ title });
  expect(steps[1]?.approval).toBeUndefined();
});

test.each([
  "add 'Order laptop' and 'Create account' in parallel after fetch, then 'Welcome day' after both",
  'add "Order laptop" and "Create account" side by side after fetch, then "Welcome day" after them',
  'add the steps "Order laptop" and "Create account" at the same time after fetch, and then "Welcome day" once both are done',
])("new steps side by side, and one behind them: %s", async (words) => {
  const { steps, waits } = await saidTo(shop, words);

  expect(added(steps)).toEqual([
    ["Order laptop", ["fetch"]],
    ["Create account", ["fetch"]],
    ["Welcome day", ["order-laptop", "create-account"]],
  ]);
  expect(waits["clean"]).toEqual(["welcome-day"]);
});

test.each([
  "add steps Wash, Rinse and Dry after 6",
  'add steps "Wash", "Rinse" and "Dry" after the mail',
  "insert the steps Wash, Rinse, Dry after step 6",
])("each title of a list is a step: %s", async (words) => {
  const { steps } = await saidTo(shop, words);

  expect(added(steps)).toEqual([
    ["Wash", ["mail"]],
    ["Rinse", ["wash"]],
    ["Dry", ["rinse"]],
  ]);
});

test.each([
  "add a step Contract and a step Handshake after the mail",
  "add a step Contract after the mail and a step Handshake after that",
  "add two steps after the mail: Contract and Handshake",
])("two steps by their titles: %s", async (words) => {
  const { steps } = await saidTo(shop, words);

  expect(added(steps)).toEqual([
    ["Contract", ["mail"]],
    ["Handshake", ["contract"]],
  ]);
});

test("a title of two things is one of two titles", async () => {
  const { steps } = await saidTo(shop, "add a step Salt and pepper and a step Sugar after the mail");

  expect(added(steps)).toEqual([
    ["Salt and pepper", ["mail"]],
    ["Sugar", ["salt-and-pepper"]],
  ]);
});

test("steps that are counted may run side by side", async () => {
  const { steps } = await saidTo(shop, "add two steps Wash and Dry in parallel after the mail");

  expect(added(steps)).toEqual([
    ["Wash", ["mail"]],
    ["Dry", ["mail"]],
  ]);
});

test.each<[string, string]>([
  ["add a step to order the laptop and the phone after the chart", "Order the laptop and the phone"],
  ["add a step Salt and pepper after the chart", "Salt and pepper"],
])("one step may do two things: %s", async (words, title) => {
  const { steps } = await saidTo(shop, words);

  expect(added(steps)).toEqual([[title, ["chart"]]]);
});

test.each([
  "add a proofreading in parallel to the chart",
  "add a proofreading alongside step 4",
  "add a step Proofreading at the same time as the chart",
])("a step beside another one waits for the same: %s", async (words) => {
  const { steps, touched } = await saidTo(shop, words);

  expect(added(steps)).toEqual([["Proofreading", ["clean"]]]);
  expect(touched).toEqual([]);
});

test.each([
  'insert a step between 3 and 5 called "Ask grandma"',
  'insert a step called "Ask grandma" between the summary and the review',
  'add between 3 and 5 a step named "Ask grandma"',
])("a place before the title is no title: %s", async (words) => {
  const { steps, waits } = await saidTo(shop, words);

  expect(added(steps)).toEqual([["Ask grandma", ["summary"]]]);
  expect(waits["review"]).toEqual(["chart", "ask-grandma"]);
});

test.each<[string, string]>([
  ["finally, notify the team", "Notify the team"],
  ["at the end, email the lab", "Email the lab"],
  ["and in the end, water the plants", "Water the plants"],
  ["lastly, thank the helpers", "Thank the helpers"],
])("work that comes last is a new step: %s", async (words, title) => {
  const said = await saidTo(shop, words);

  expect(titlesOf(said.steps).at(-1)).toBe(title);
  expect(said.touched).toEqual([]);
});

test("work that comes first is a new step too", async () => {
  const said = await saidTo(shop, "at the start, check the weather");

  expect(titlesOf(said.steps)[0]).toBe("Check the weather");
});

test.each(["finally, clean up", "at the end, mail"])(
  "work that a step may be is asked about: %s",
  async (words) => {
    const said = await saidTo(shop, words);

    expect(said.called).toEqual([]);
    expect(said.reply).toContain("or a new step?");
  },
);

test.each([
  "append to the summary file instead of replacing it",
  "add two query parameters to step 1: limit with the number 50",
  "add a note to step 3: read twice",
])("what is added to something is no step: %s", async (words) => {
  expect((await saidTo(shop, words)).called).toEqual([]);
});

test("a word that leads to an order is no place", async () => {
  expect((await saidTo(shop, "finally, remove the chart")).gone).toEqual(["chart"]);
});
