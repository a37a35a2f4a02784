import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { accessibilityViolations } from "./accessibility.ts";
import { openStepwright, say } from "./open-page.ts";

const product = await openStepwright({ "prices.csv": "name,price\nlock,54\n", "notes.txt": "none" });
afterAll(() => product.close());
const page = await product.newPage();

const FAILING_BRIEF = `# Price list

These three can happen at the same time:
- Read the file \`discounts.csv\`
- Read the file \`prices.csv\`
- Read the file \`notes.txt\`

Then write it to \`list.txt\``;

const APPROVAL_BRIEF = `# Weekly notice

1. Fill this template:

   \`\`\`liquid
   The office is closed on Friday.
   \`\`\`
2. Write it to \`notice.txt\`

Ask me before step 2.`;

test("a brief becomes a graph, and a sentence changes one dependency and nothing else", async () => {
  await page.goto(product.url);
  await say(page, FAILING_BRIEF);
  const graph = page.getByRole("group", { name: /Step graph/ });
  await graph.getByRole("button", { name: /Read the file notes\.txt/ }).waitFor();
  expect(await graph.locator("[data-card]").count()).toBe(4);

  await say(page, "make step 3 depend on step 1");
  const card = page.getByRole("region", { name: /^Revision 2/ });
  await card.waitFor();

  expect(await card.getByRole("listitem").count()).toBe(1);
  expect(await card.textContent()).toContain("Read the file notes.txt");
  await graph.getByRole("button", { name: /notes\.txt.*after step 1/ }).waitFor();
});

test("an edit that cannot be is refused in words, and the plan stays as it was", async () => {
  await say(page, "step 1 should wait for step 3");
  await page
    .getByText(/step 3 .*already waits for it/)
    .first()
    .waitFor();

  await page.getByRole("button", { name: "Save r2" }).waitFor();
});

test("a saved plan runs, a failing step has three attempts that are told why, and what follows is skipped", async () => {
  await page.getByRole("button", { name: "Save r2" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL(/\/runs\//);

  const steps = page.getByRole("list", { name: "Steps of this run" });
  await steps
    .getByRole("button", { name: /discounts\.csv.*Failed after its last attempt, 3 attempts/ })
    .click();
  await page.getByRole("tab", { name: "Attempts" }).click();
  const attempts = page.getByRole("heading", { name: /Attempt \d of 3, failed/ });
  await attempts.nth(2).waitFor();
  expect(await attempts.count()).toBe(3);
  expect(await page.getByText("What the next attempt is told to change").count()).toBeGreaterThanOrEqual(2);

  await steps.getByRole("button", { name: /list\.txt.*a step before it failed/ }).click();
  await page.getByText(/because of step 1 “Read the file discounts\.csv”/).waitFor();

  await page.getByRole("tab", { name: "Log" }).first().click();
  const log = page.getByRole("log", { name: "Execution log" });
  await log
    .getByText(/Step 1 “Read the file discounts\.csv”/)
    .first()
    .waitFor();
});

test("a step that asks first waits, runs once it is approved, and writes exactly what was approved", async () => {
  await page.getByRole("link", { name: "New agent" }).click();
  await say(page, APPROVAL_BRIEF);
  await page.getByRole("button", { name: /^Save r\d/ }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL(/\/runs\//);
  const runId = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  const steps = page.getByRole("list", { name: "Steps of this run" });
  await steps.getByRole("button", { name: /notice\.txt.*Waiting for approval/ }).click();
  const approval = page.getByRole("region", { name: /Approval for step 2/ });
  expect(await approval.textContent()).toContain("The office is closed on Friday.");
  await approval.getByRole("button", { name: "Approve" }).click();

  await steps.getByRole("button", { name: /notice\.txt.*Completed/ }).waitFor();
  const written = readFileSync(join(product.folder, "runs", runId, "notice.txt"), "utf8");
  expect(written.trim()).toBe("The office is closed on Friday.");
});

test("a rejected approval is a failed attempt, and its note is what the next attempt is told", async () => {
  await page
    .getByRole("link", { name: /Weekly notice/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL(/\/runs\//);

  const steps = page.getByRole("list", { name: "Steps of this run" });
  await steps.getByRole("button", { name: /notice\.txt.*Waiting for approval/ }).click();
  const approval = page.getByRole("region", { name: /Approval for step 2/ });
  await approval.getByRole("textbox", { name: /Note/ }).fill("Say which Friday.");
  await approval.getByRole("button", { name: "Reject" }).click();

  await page.getByRole("tab", { name: "Attempts" }).click();
  await page.getByRole("heading", { name: /Attempt 1 of 3, failed/ }).waitFor();
  expect(await page.getByText("Say which Friday.").count()).toBeGreaterThan(0);
  await page.getByRole("heading", { name: /Attempt 2 of 3, paused/ }).waitFor();
});

test("every page passes the accessibility rules, light and dark", async () => {
  const runUrl = page.url();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of ["/", "/agents/weekly-notice", runUrl, "/approvals", "/settings"]) {
      await page.goto(new URL(path, product.url).href);
      await page.getByRole("main").waitFor();
      expect({ colorScheme, path, violations: await accessibilityViolations(page) }).toEqual({
        colorScheme,
        path,
        violations: [],
      });
    }
  }
});

test("nothing on these pages was blocked or broke", () => {
  expect(product.problems).toEqual([]);
});
