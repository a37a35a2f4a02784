import { afterAll, expect, test } from "vitest";
import { openStepwright, say } from "#test/journeys/open-page.ts";

const product = await openStepwright();
afterAll(() => product.close());
const page = await product.newPage();
page.setDefaultTimeout(30_000);

const BROKEN = {
  title: "Release",
  objective: "Publish the release.",
  steps: [
    { id: "fetch", title: "Fetch the notes", depends_on: ["merge"] },
    { id: "merge", title: "Merge them", depends_on: ["fetch"] },
    { id: "build", title: "Build the site", depends_on: ["deploy"] },
    { id: "deploy", title: "Deploy the site", depends_on: ["build", "sign_off"] },
    { id: "announce", title: "Announce it", depends_on: ["announce"], retries: 2, colour: "red" },
  ],
};

test("a broken plan that is pasted is kept as a draft, and cannot be saved", async () => {
  await page.goto(product.url);
  await say(page, `Here is my plan:\n\n\`\`\`json\n${JSON.stringify(BROKEN)}\n\`\`\``);

  await page
    .getByText(/"colour", which a step does not have/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: /^Save r1/ }).click();
  const refused = page.getByRole("dialog", { name: "Revision 1 was not saved" });
  await refused.getByRole("listitem").first().waitFor();
  const said = await refused.getByRole("listitem").allTextContents();

  expect(said.filter((line) => line.startsWith("Error: "))).toHaveLength(4);
  expect(said.join("\n")).toMatch(/in a circle: fetch → merge → fetch/);
  expect(said.join("\n")).toMatch(/in a circle: build → deploy → build/);
  await refused.getByRole("button", { name: "Close" }).click();
});

test("the sentences it comes with, sent one after the other, mend it until it saves", async () => {
  for (let revision = 1; revision <= 4; revision += 1) {
    await page.getByRole("button", { name: /issues?(, cannot be saved)$/ }).click();
    const sentence = page
      .getByRole("dialog")
      .getByRole("button", { name: /^Write: / })
      .first();
    const words = (await sentence.textContent())?.replace("Write: ", "") ?? "";
    await sentence.click();

    const composer = page.getByRole("textbox", { name: "Message the planner" });
    expect(await composer.inputValue()).toBe(words);
    await composer.press("Enter");
    await page.getByRole("region", { name: new RegExp(`^Revision ${revision + 1}:`) }).waitFor();
  }

  await page.getByRole("button", { name: "Save r5" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
});

test("nothing on these pages was blocked or broke", () => {
  expect(product.problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});
