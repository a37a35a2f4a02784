import { afterAll, expect, test } from "vitest";
import { accessibilityViolations } from "./accessibility.ts";
import { openStepwright, say } from "./open-page.ts";

const product = await openStepwright({ "orders.csv": "country,amount\nFR,54\n" });
afterAll(() => product.close());
const page = await product.newPage();

const read = (id: string, dependsOn: string[]) => ({
  id,
  title: `Read ${id}`,
  kind: "tool",
  tool: "read_file",
  instructions: "Read the file.",
  expectedOutput: "Its text",
  dependsOn,
  input: { path: "orders.csv" },
});
const PLAN = {
  title: "Read thrice",
  objective: "Read the orders",
  steps: [read("once", []), read("again", ["once"]), read("thrice", ["again"])],
  assumptions: [],
  completionCriteria: "",
  budget: { toolCalls: 1 },
  tags: [],
};

async function startRun() {
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.getByRole("region", { name: "The run needs more budget" }).waitFor();
}

test("a run whose calls are used up says so and asks, and goes on for as many as it is given", async () => {
  await page.goto(product.url);
  await say(page, JSON.stringify(PLAN));
  await page.getByRole("button", { name: "Save r1" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await startRun();
  const card = page.getByRole("region", { name: "The run needs more budget" });

  expect(await card.textContent()).toContain("Used 1 of 1 tool call");
  expect(await card.textContent()).toContain(
    "Step 2 “Read again” waits. The run's budget of 1 tool call is used up.",
  );
  expect(await accessibilityViolations(page)).toEqual([]);

  await card.getByLabel("Raise tool calls to").fill("1");
  await card.getByRole("button", { name: "Raise and go on" }).click();
  await card.getByText(/would not raise the budget: the limit is 1 now/).waitFor();
  await card.getByLabel("Raise tool calls to").fill("2");
  await card.getByRole("button", { name: "Raise and go on" }).click();
  await card.getByText("Used 2 of 2 tool calls").waitFor();
  expect(await card.textContent()).toContain("Step 3 “Read thrice” waits.");
});

test("the step itself shows the same, and can be let fail; the plan keeps its budget", async () => {
  await page.getByRole("button", { name: /Read thrice.*Budget used up/ }).click();
  const card = page.getByRole("region", { name: "The run needs more budget" });
  await card.getByRole("button", { name: "Fail this step" }).click();
  await page.getByText("Failed: the budget is used up").first().waitFor();
  await page.getByRole("tab", { name: "Log" }).first().click();
  await page.getByText("Budget raised by A person: tool calls from 1 to 2").first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("canceling from the card asks once more", async () => {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Conversation" }).click();
  await startRun();
  const card = page.getByRole("region", { name: "The run needs more budget" });
  expect(await card.textContent()).toContain("Used 1 of 1 tool call");
  await card.getByRole("button", { name: "Cancel run…" }).click();
  await card.getByRole("button", { name: "Cancel the run" }).click();
  await page.getByRole("heading", { name: /Canceled/ }).waitFor();
  expect(product.problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});
