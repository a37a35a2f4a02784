import { afterAll, expect, test } from "vitest";
import { apiError, startOpenAiSimulator, text, toolCall } from "#test/openai-simulator.ts";
import { proposalOf } from "#test/proposal.ts";
import { accessibilityViolations } from "#test/journeys/accessibility.ts";
import { openStepwright, say } from "#test/journeys/open-page.ts";

const model = await startOpenAiSimulator();
const product = await openStepwright(
  {},
  { MODEL: "openai:gpt-test", OPENAI_API_KEY: "sk-test-0123456789", OPENAI_BASE_URL: model.baseUrl },
);
afterAll(async () => {
  await product.close();
  await model.close();
});
const page = await product.newPage();
page.setDefaultTimeout(30_000);
const tooltip = page.getByRole("tooltip");

test("a reply shows its tokens, and no cost while there is no price", async () => {
  model.reply(toolCall("propose_plan", proposalOf("Collect", "Send")), text("Two steps."));
  await page.goto(product.url);
  await say(page, "Collect, then send");

  const line = page.getByRole("button", { name: /^24 in \(8 cached\) · 14 out · [\d.]+ m?s$/ });
  await line.hover();
  await tooltip.waitFor();
  const facts = (await tooltip.textContent()) ?? "";
  expect(facts).toContain("sim-model");
  expect(facts).toContain("the settings have no price");
  await page.keyboard.press("Escape");
  expect(await tooltip.count()).toBe(0);
});

test("a price that is wrong is told beside its field, and one that is right is kept", async () => {
  const fill = (label: RegExp, value: string) => page.getByRole("textbox", { name: label }).fill(value);
  await page.goto(`${product.url}/settings`);
  await page.getByRole("button", { name: "Add a price" }).click();
  await fill(/^Model of/, "openai:sim-model");
  await fill(/^Input of/, "1,25");
  await fill(/^Output of/, "1000");
  await page.getByRole("button", { name: "Save prices" }).click();
  const problems = await page.getByRole("alert").allTextContents();
  expect(problems).toEqual([
    'Leave out "openai:": enter "sim-model".',
    '"1,25" is not a price, such as 1.25.',
    "Enter a number, 0 for free.",
  ]);
  expect(await accessibilityViolations(page)).toEqual([]);

  await fill(/^Model of/, "sim-model");
  await fill(/^Input of/, "100");
  await fill(/^Cached input of/, "10");
  await page.getByRole("button", { name: "Save prices" }).click();
  await page.getByRole("button", { name: "Save prices" }).waitFor({ state: "detached" });
  await page.reload();
  expect(await page.getByRole("textbox", { name: "Cached input of sim-model" }).inputValue()).toBe("10");
});

test("from then on a reply shows its cost, and the menu what the conversation took", async () => {
  model.reply(text("It is a plan of two steps."));
  await page.goto(`${product.url}/agents/collect-then-send`);
  await say(page, "What is this?");
  await page.getByRole("button", { name: /^12 in \(4 cached\) · 7 out · \$0\.0078 · / }).waitFor();
  model.reply(apiError(401, "Wrong key."));
  await say(page, "And now?");
  await page.getByRole("button", { name: /^Tokens unknown · / }).waitFor();

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Tokens and cost" }).click();
  const dialog = page.getByRole("dialog", { name: "Tokens and cost so far" });
  await dialog.getByText("at least 36, 12 of them cached").waitFor();
  const facts = (await dialog.textContent()) ?? "";
  expect(facts).toContain("Model calls4, 1 without a count of tokens");
  expect(facts).toContain("at least $0.0078, one reply has no price");
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("nothing on these pages was blocked or broke", () => {
  expect(product.problems).toEqual([]);
});
