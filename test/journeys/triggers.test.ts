import { execFileSync } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { startHttpServer } from "#test/tools/http-server.ts";
import { accessibilityViolations } from "./accessibility.ts";
import { openStepwright, say } from "./open-page.ts";
import { orderNotePlan } from "./triggers-plan.ts";

// It takes every call and answers none.
const shop = await startHttpServer(() => {});
const product = await openStepwright({}, { EGRESS_ALLOW: "127.0.0.1/32" });
afterAll(async () => {
  await product.close();
  await shop.close();
});
// Whoever looks sits elsewhere than the schedule's clocks.
const page = await product.newPage({ timezoneId: "America/New_York" });
page.setDefaultTimeout(30_000);

async function openAgent(place = "") {
  await page.goto(`${product.url}/agents/order-note${place}`);
}

test("a schedule said in the chat is a card of what will be stored, warns of run input, and is set once confirmed", async () => {
  const headers = { "content-type": "application/json" };
  await fetch(`${product.url}/api/agents`, { method: "POST", headers, body: '{"name":"Order note"}' });
  await openAgent();
  await say(page, JSON.stringify(orderNotePlan(shop.url)));
  await page.getByRole("button", { name: "Save r1" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await say(page, "run it every weekday at 9 in Berlin");
  const card = page.getByRole("region", { name: "A new schedule" });
  await card.getByText("Next fires").waitFor();

  const text = (await card.textContent()) ?? "";
  expect(text).toContain("0 9 * * 1-5");
  expect(text).toContain("Europe/Berlin");
  expect(text).toMatch(/for you .*03:00/);
  expect(text).toContain("uses the run input, and a schedule without a fixed input starts runs without one");

  await card.getByRole("button", { name: "Set the schedule" }).click();
  await card.getByText("Set.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test("the triggers of the agent show it with its next fire and the same warning, and the form its next ten", async () => {
  await page.getByRole("link", { name: "See the triggers" }).click();
  const schedule = page.getByRole("listitem").filter({ hasText: "Monday through Friday" });
  await schedule.getByText(/^Next .*09:00/).waitFor();
  expect(await schedule.textContent()).toContain("uses the run input");

  await schedule.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Change" }).click();
  const form = page.getByRole("dialog", { name: "Change the schedule" });
  const fires = form.getByRole("region", { name: "Next fires" });
  await fires.getByRole("row").nth(10).waitFor();
  expect(await fires.getByRole("row").count()).toBe(11);

  await form.getByLabel("Time zone").fill("Europe/Berln");
  await form.getByText("Did you mean").waitFor();
  await form.getByRole("button", { name: "Not now" }).click();
});

test("a webhook's signed delivery starts a run, whose log holds the payload", async () => {
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await page.getByLabel("What sends here").fill("Our shop");
  await page.getByRole("button", { name: "Make the webhook" }).click();
  const made = page.getByRole("dialog", { name: "“Our shop” is ready" });
  await made.getByText("shown this once").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  const commands = (await made.locator("pre").textContent()) ?? "";
  const answer = execFileSync("sh", ["-c", commands], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(JSON.parse(answer)).toMatchObject({ runId: expect.stringMatching(/^run_/) });
  await made.getByRole("button", { name: "I have copied it" }).click();

  await page.getByText("Deliveries", { exact: true }).click();
  const delivery = page.getByRole("list", { name: "Deliveries" }).getByRole("listitem").first();
  await delivery.getByText("Accepted").waitFor();
  await delivery.getByRole("link", { name: "See the run" }).click();
  await page.getByText("Started by a webhook").waitFor();
  const steps = page.getByRole("list", { name: "Steps of this run" });
  await steps.getByRole("button", { name: /Look at the order.*Completed/ }).click();
  await page
    .getByRole("list", { name: /output/i })
    .getByText("42")
    .waitFor();
});

test("the failed run is told in the conversation and among the notices, and a correction is made once accepted", async () => {
  await page.getByRole("link", { name: /Notices.*unread/ }).click();
  await page
    .getByText(/failed at step 2/)
    .first()
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await openAgent();
  const report = page.getByRole("region", { name: "Run failed at step 2" });
  await report.getByRole("button", { name: "Propose a correction" }).click();
  const proposed = page.getByRole("region", { name: /^Proposed correction/ });
  await proposed.getByText("Nothing has changed yet.").waitFor();
  expect(await page.getByRole("region", { name: "Revision 2", exact: false }).count()).toBe(0);

  await proposed.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("region", { name: /^Revision 2/ }).waitFor();
  await proposed.getByText("Accepted.").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(product.problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});
