import { afterAll, expect, test } from "vitest";
import { accessibilityViolations } from "#test/journeys/accessibility.ts";
import { countOf, untilIdle } from "#test/journeys/open-conversation.ts";
import { openStepwright, say } from "#test/journeys/open-page.ts";

const product = await openStepwright();
afterAll(() => product.close());
const page = await product.newPage();
page.setDefaultTimeout(20_000);

const BRIEF =
  "# Newsletter\n\n1. Collect the news\n2. Write the draft\n3. Check the links\n4. Send the letter";
const slug = "newsletter";

async function titlesOf(): Promise<string[]> {
  const response = await fetch(`${product.url}/api/agents/${slug}/plan`);
  const { plan } = await response.json();
  return plan.steps.map((step: { title: string }) => step.title);
}

async function revisionCount(): Promise<number> {
  const response = await fetch(`${product.url}/api/agents/${slug}/revisions`);
  return (await response.json()).items.length;
}

test("the last message said in other words changes the plan from where it was, and the first wording is kept", async () => {
  await page.goto(product.url);
  await say(page, BRIEF);
  await page.getByRole("region", { name: /^Revision 1/ }).waitFor();
  await untilIdle(page);
  await say(page, "remove step 3");
  await page.getByRole("region", { name: /^Revision 2/ }).waitFor();
  await untilIdle(page);
  expect(await titlesOf()).toEqual(["Collect the news", "Write the draft", "Send the letter"]);

  await page.getByRole("article", { name: "You" }).last().hover();
  await page.getByRole("button", { name: "Edit message" }).click();
  const box = page.getByRole("textbox", { name: "Your message in other words" });
  expect(await box.inputValue()).toBe("remove step 3");
  await box.fill("remove step 2");
  await box.press("Enter");
  await page.getByRole("region", { name: /^Revision 3/ }).waitFor();
  await untilIdle(page);

  expect(await titlesOf()).toEqual(["Collect the news", "Check the links", "Send the letter"]);
  expect(await page.getByRole("region", { name: /^Revision 2/ }).isVisible()).toBe(false);
  await page.getByText("Earlier wording").click();
  await page.getByRole("region", { name: /^Revision 2/ }).waitFor();
  expect(await countOf(page, "remove step 3")).toBe(1);
  await page.getByText("Earlier wording").click();
});

test("an edit can be given up with Escape, and the pencil has the focus again", async () => {
  const pencil = page.getByRole("button", { name: "Edit message" });
  await pencil.focus();
  await page.keyboard.press("Enter");
  const box = page.getByRole("textbox", { name: "Your message in other words" });
  await box.fill("remove everything");
  await page.keyboard.press("Escape");

  await box.waitFor({ state: "detached" });
  expect(await pencil.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await revisionCount()).toBe(3);
});

test("asking again keeps the first reply, and makes a revision of its own", async () => {
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("region", { name: /^Revision 4/ }).waitFor();
  await untilIdle(page);

  expect(await titlesOf()).toEqual(["Collect the news", "Check the links", "Send the letter"]);
  await page.getByText("2 earlier wordings").waitFor();
  expect(await revisionCount()).toBe(4);
});

test("a question in place of a change takes the change back, and the page says so", async () => {
  await page.getByRole("button", { name: "Edit message" }).click();
  const box = page.getByRole("textbox", { name: "Your message in other words" });
  await box.fill("what is step 2?");
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  await page.getByText("The plan is revision 1 again.").waitFor();
  await untilIdle(page);

  expect(await titlesOf()).toEqual([
    "Collect the news",
    "Write the draft",
    "Check the links",
    "Send the letter",
  ]);
  await page.reload();
  await page.getByText("3 earlier wordings").waitFor();
  expect(await page.getByRole("region", { name: /^Revision 5/ }).count()).toBe(1);
});

test("undo after other wordings leads to the plan before all of them, not to what was taken back", async () => {
  await say(page, "remove step 1");
  await page.getByRole("region", { name: /^Revision 6/ }).waitFor();
  await untilIdle(page);
  await page.getByRole("button", { name: "Edit message" }).click();
  const box = page.getByRole("textbox", { name: "Your message in other words" });
  await box.fill("remove step 4");
  await box.press("Enter");
  await page.getByRole("region", { name: /^Revision 7/ }).waitFor();
  await untilIdle(page);

  await say(page, "undo");
  await page.getByRole("region", { name: /^Revision 8/ }).waitFor();

  expect(await titlesOf()).toEqual([
    "Collect the news",
    "Write the draft",
    "Check the links",
    "Send the letter",
  ]);
});

test("earlier wordings and the editor pass the accessibility rules, light and dark", async () => {
  await untilIdle(page);
  await page.getByText("3 earlier wordings").click();
  await page.getByRole("button", { name: "Edit message" }).click();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Colours fade from one scheme to the other.
    await expect.poll(() => accessibilityViolations(page)).toEqual([]);
  }
});

test("where nothing can be hovered, the pencil is always there", async () => {
  const phone = await product.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await phone.goto(`${product.url}/agents/${slug}`);
  const pencil = phone.getByRole("button", { name: "Edit message" });

  await expect.poll(() => pencil.evaluate((element) => getComputedStyle(element).opacity)).toBe("1");
  await pencil.tap();
  await phone.getByRole("textbox", { name: "Your message in other words" }).waitFor();
});

test("nothing on these pages was blocked or broke", () => {
  expect(product.problems).toEqual([]);
});
