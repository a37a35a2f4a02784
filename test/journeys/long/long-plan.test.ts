import { afterAll, expect, test } from "vitest";
import { accessibilityViolations } from "#test/journeys/accessibility.ts";
import { openStepwright } from "#test/journeys/open-page.ts";

const STEP_COUNT = 300;

const product = await openStepwright();
afterAll(() => product.close());
const page = await product.newPage();
page.setDefaultTimeout(30_000);

const paste = JSON.stringify({
  title: "A year of prices",
  objective: "Write every price of the year.",
  completionCriteria: "Every price is written.",
  assumptions: [],
  tags: [],
  steps: Array.from({ length: STEP_COUNT }, (_, index) => ({
    id: `price-${index + 1}`,
    title: `Write price ${index + 1} of Malmö`,
    kind: "tool",
    tool: "http_request",
    input: { url: `https://example.com/${index + 1}`, method: "POST" },
    instructions: `Send what "step ${index}" and steps ${index}, ${index + 2} say. ${"More. ".repeat(20)}`,
    expectedOutput: "",
    dependsOn: index === 0 ? [] : [`price-${index}`],
  })),
});

async function post(path: string, body: unknown): Promise<string> {
  const headers = { "content-type": "application/json" };
  return (
    await fetch(`${product.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  ).text();
}

const message = page.getByRole("article", { name: "You" });

test("a pasted plan of 300 steps is folded, and opened it scrolls in a box of its own", async () => {
  const { slug } = JSON.parse(await post("/api/agents", { name: "Prices" }));
  const pasted = { id: "paste", role: "user", parts: [{ type: "text", text: paste }] };
  await post(`/api/agents/${slug}/chat`, { message: pasted });

  await page.goto(`${product.url}/agents/${slug}`);
  const fold = message.getByRole("button", { name: /Pasted plan.*\d+ KB.*show/ });
  await fold.waitFor();
  expect(await message.locator("*").count()).toBeLessThan(40);
  expect((await message.boundingBox())?.height).toBeLessThan(250);

  await fold.click();
  const box = message.getByRole("region", { name: "Pasted plan" });
  expect(await box.textContent()).toBe(paste);
  expect((await box.boundingBox())?.height).toBeLessThan(500);
  expect(await box.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  expect(await message.locator("*").count()).toBeLessThan(40);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("why a step is here leads to the top of that message", async () => {
  await page.getByRole("combobox", { name: "Find a step" }).fill("malmo");
  await page.getByRole("status").getByText("8 of 300 shown").waitFor();
  await page.getByRole("combobox", { name: "Find a step" }).fill("price-240");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("region", { name: /^Step 240:/ });
  await panel.getByRole("button", { name: /^Title of step 240 was set/ }).click();

  await page.locator("article[data-marked]").waitFor();
  const thread = await page.getByRole("region", { name: "Conversation", exact: true }).boundingBox();
  const top = (await message.boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThanOrEqual(thread?.y ?? 0);
  expect(top).toBeLessThan((thread?.y ?? 0) + 120);
});

test("equal issues of many steps are one box that opens to each of them", async () => {
  await page.getByRole("button", { name: /\d+ issues/ }).click();
  const dialog = page.getByRole("dialog", { name: "Issues" });
  const boxes = dialog.getByRole("list").first().locator("> li");
  expect(await boxes.count()).toBeLessThan(6);

  const others = dialog.getByText(/^The same holds for steps .* and \d+ more$/).first();
  await others.click();
  await dialog
    .getByText(/^Step 299\b/)
    .first()
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("nothing on these pages was blocked or broke", () => {
  expect(product.problems).toEqual([]);
});
