import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { accessibilityViolations } from "#test/journeys/accessibility.ts";
import { untilIdle } from "#test/journeys/open-conversation.ts";
import { openStepwright, say } from "#test/journeys/open-page.ts";

const product = await openStepwright({ "prices.csv": "name,price\nlock,54\n" });
afterAll(() => product.close());
const page = await product.newPage();
page.setDefaultTimeout(30_000);

const BRIEF = `# Price list

1. Read the file \`prices.csv\`
2. Parse it as CSV
3. Fill this template:

   \`\`\`liquid
   {{ data }}
   \`\`\`
4. Write it to \`list.txt\``;
const RENAME = "rename step 3 to Set the price list";
const ASK = "ask me before step 4";
const WAIT = "make step 4 depend on step 2";

async function openStep(on: Page, number: number, title: RegExp) {
  await on
    .getByRole("group", { name: /Step graph/ })
    .getByRole("button", { name: title })
    .click();
  const panel = on.getByRole("region", { name: new RegExp(`^Step ${number}:`) });
  await panel
    .getByRole("button", { name: /was set in revision/ })
    .first()
    .waitFor();
  return panel;
}

const why = () => page.getByRole("group", { name: "Why this is here" });
const marked = (on: Page) => on.locator("article[data-marked]");

test("a field names the words that set it, and a click leads to that message and marks it", async () => {
  await page.goto(product.url);
  for (const [index, words] of [BRIEF, RENAME, ASK, WAIT].entries()) {
    await say(page, words);
    await page.getByRole("region", { name: new RegExp(`^Revision ${index + 1}`) }).waitFor();
    await untilIdle(page);
  }

  const panel = await openStep(page, 3, /Set the price list/);
  await panel.getByText("Set the price list", { exact: true }).hover();
  await why().getByText(RENAME).waitFor();
  expect(await why().textContent()).toContain("Title of step 3set in r2");

  await panel.getByText("render_template", { exact: true }).hover();
  await why()
    .getByText(/^# Price list/)
    .waitFor();

  await panel.locator("dd").getByText("Set the price list", { exact: true }).click();
  await marked(page)
    .getByText(/rename .*step 3.* to Set the price list/)
    .waitFor();
  expect(await why().count()).toBe(0);
  // Only the conversation scrolls: the header stays where it is.
  expect(await page.getByRole("main").evaluate(scrolledAround)).toBe(0);
});

/** How far an element and all around it are scrolled. */
function scrolledAround(element: Element): number {
  let sum = 0;
  for (let around: Element | null = element; around; around = around.parentElement) sum += around.scrollTop;
  return sum;
}

test("by keyboard a field is explained on focus, Escape closes that alone, and Enter leads to the message", async () => {
  const panel = await openStep(page, 4, /list\.txt/);
  const approval = panel.getByRole("button", { name: "Approval of step 4 was set in revision 3" });
  await panel.getByRole("button", { name: "Close the step" }).focus();
  while (!(await approval.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await why().getByText(ASK).waitFor();
  await page.keyboard.press("Escape");
  expect(await why().count()).toBe(0);
  expect(await panel.count()).toBe(1);
  await page.keyboard.press("Escape");
  expect(await panel.count()).toBe(0);
  expect(await page.locator("[data-card]:focus").textContent()).toContain("list.txt");

  await page.keyboard.press("Enter");
  await approval.focus();

  await page.keyboard.press("Enter");
  await marked(page)
    .getByText(/ask me before/)
    .waitFor();
  const focused = page.locator("article:focus");
  expect(await focused.textContent()).toContain("ask me before");
});

test("a line of the graph says who made one step wait for another", async () => {
  const added = page.locator("path[class*=hit]").nth(3);
  const waits = await page.locator("path[class*=hit]").count();
  expect(waits).toBe(4);

  const words = new Set<string>();
  for (let index = 0; index < waits; index += 1) {
    const line = page.locator("path[class*=hit]").nth(index);
    const point = await line.evaluate((path) => {
      if (!(path instanceof SVGPathElement)) return { x: 0, y: 0 };
      const middle = path.getPointAtLength(path.getTotalLength() * 0.6);
      const matrix = path.getScreenCTM();
      const { x, y } = new DOMPoint(middle.x, middle.y).matrixTransform(matrix ?? undefined);
      return { x, y };
    });
    await page.mouse.move(2, 2);
    await why().waitFor({ state: "detached" });
    await page.mouse.move(point.x, point.y);
    await why().waitFor();
    words.add((await why().locator("p").first().textContent())?.replace(/, .*/, "") ?? "");
  }

  expect(words).toContain("Step 4 waits for step 2set in r4");
  expect(words).toContain("Step 2 waits for step 1set in r1");
  expect(await added.count()).toBe(1);
});

test("what undo brought back names who set it first, and the undo", async () => {
  await say(page, "rename step 3 to Fill the price sheet");
  await page.getByRole("region", { name: /^Revision 5/ }).waitFor();
  await untilIdle(page);
  await say(page, "undo");
  await page.getByRole("region", { name: /^Revision 6/ }).waitFor();

  const panel = await openStep(page, 3, /Set the price list/);
  await panel.locator("dd").getByText("Set the price list", { exact: true }).hover();
  await why().getByText("Brought back in r6").waitFor();
  expect(await why().textContent()).toContain(`set in r2`);
  await why().getByRole("button", { name: "“undo”" }).click();
  await marked(page).getByText("undo", { exact: true }).waitFor();
});

test("the plan's own fields are explained in its details", async () => {
  await page.getByRole("button", { name: /Plan details|issue/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("dd").first().hover();
  await why()
    .getByText(/^# Price list/)
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.keyboard.press("Escape");
  expect(await dialog.count()).toBe(1);
  await dialog.getByRole("button", { name: /^Title of the plan was set in revision 1/ }).click();
  await marked(page).getByText("Price list").first().waitFor();
  expect(await dialog.count()).toBe(0);
});

test("a message that is not loaded yet is loaded and found, also from the page of a run", async () => {
  const path = `${product.url}/api/agents/price-list`;
  for (let index = 0; index < 30; index += 1) {
    const message = {
      id: `ask-${index}`,
      role: "user",
      parts: [{ type: "text", text: "What can run in parallel?" }],
    };
    const answer = await fetch(`${path}/chat`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message }),
    });
    await answer.text();
  }
  await page.goto(`${product.url}/agents/price-list`);
  await page.getByRole("button", { name: "Show earlier messages" }).waitFor();
  expect(await page.getByRole("article").getByText("Price list").count()).toBe(0);

  const panel = await openStep(page, 1, /prices\.csv/);
  await panel.getByText("read_file", { exact: true }).click();
  await marked(page).getByText("Price list").first().waitFor();

  const looks: string[] = [];
  page.on("request", (request) => request.url().includes("/messages?") && looks.push(request.url()));
  await page.waitForTimeout(9_000);
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.filter((look) => look.includes("cursor="))).toEqual([]);
  expect(await page.getByRole("article").getByText("Price list").count()).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Save r6" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL(/\/runs\//);
  await page
    .getByRole("list", { name: "Steps of this run" })
    .getByRole("button", { name: /Set the price list/ })
    .click();
  await page.getByRole("tab", { name: "Plan" }).click();
  await page.getByRole("button", { name: /^Title of step 3 was set in revision 2/ }).click();
  await page.waitForURL(/\/agents\/price-list/);
  await marked(page)
    .getByText(/Set the price list/)
    .waitFor();
});

test("on a phone a tap on a step shows it, a tap on a field explains it, and its button leads to the message", async () => {
  const phone = await product.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.goto(`${product.url}/agents/price-list?pane=blueprint`);
  await phone.getByRole("button", { name: /Parse it as CSV/ }).tap();
  const panel = phone.getByRole("region", { name: /^Step 2:/ });
  await panel.getByRole("button", { name: /^Tool of step 2 was set/ }).waitFor();

  await panel.getByText("parse_csv", { exact: true }).tap();
  const explanation = phone.getByRole("group", { name: "Why this is here" });
  await explanation.getByText(/^# Price list/).waitFor();
  expect(await accessibilityViolations(phone)).toEqual([]);
  await explanation.getByRole("button", { name: "Show in the conversation" }).tap();

  await marked(phone).getByText("Price list").first().waitFor();
  expect(await marked(phone).isVisible()).toBe(true);
});

test("nothing on these pages was blocked or broke", () => {
  expect(product.problems).toEqual([]);
});
