import { afterAll, expect, test } from "vitest";
import { startHttpServer } from "#test/tools/http-server.ts";
import { accessibilityViolations } from "../accessibility.ts";
import { openStepwright, say } from "../open-page.ts";
import { orderNotePlan } from "../triggers-plan.ts";

// It takes every call and answers only those about notices.
const outside = await startHttpServer(({ url }, response) => {
  if (url === "/notices") response.writeHead(204).end();
});
const product = await openStepwright({}, { EGRESS_ALLOW: "127.0.0.1/32" });
afterAll(async () => {
  await product.close();
  await outside.close();
});
const page = await product.newPage({ timezoneId: "America/New_York" });
page.setDefaultTimeout(30_000);
const dialog = page.getByRole("dialog");

async function choose(menu: RegExp | string, item: string) {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a run by hand asks for what its steps read, and two presses are one run", async () => {
  const plan = orderNotePlan(outside.url);
  const [look] = plan.steps;
  if (look) look.input = { data: "$input.order", expression: "$" };
  await page.goto(product.url);
  await say(page, JSON.stringify(plan));
  await page.getByRole("button", { name: "Save r1" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await dialog.getByText("Read by “Look at the order”.").waitFor();
  await dialog.getByRole("textbox", { name: "order" }).fill("forty-two");
  await dialog.getByRole("button", { name: "As JSON" }).click();
  expect(await dialog.getByRole("textbox", { name: "As JSON" }).inputValue()).toContain(
    '"order": "forty-two"',
  );
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Start run" }).dblclick();
  await page.waitForURL(/\/runs\//);

  const runs = await fetch(`${product.url}/api/runs`);
  const { items }: { items: { runId: string }[] } = JSON.parse(await runs.text());
  expect(items).toHaveLength(1);
});

test("a schedule made in the form is paused for dates, resumed, changed and deleted", async () => {
  await page.goto(`${product.url}/agents/order-note/triggers`);
  await page.getByRole("button", { name: "Add a schedule" }).click();
  await dialog.getByLabel("Time zone").fill("Europe/Berlin");
  await dialog.getByLabel("Cron").fill("99 9 * * *");
  await dialog.getByText(/"99" is out of range 0–59/).waitFor();
  await dialog.getByRole("button", { name: "Mondays at 9" }).click();
  await dialog.getByText("At 09:00, only on Monday (Europe/Berlin)").waitFor();
  await dialog.getByText(/uses the run input/).waitFor();
  await dialog.getByLabel("Run input, as JSON").fill('{"order": 42}');
  await dialog.getByText(/all runs of a schedule get the same fixed one/).waitFor();
  await dialog.getByLabel("Wait for it").check();
  await dialog.getByRole("button", { name: "Save the schedule" }).click();
  const card = page.getByRole("listitem").filter({ hasText: "only on Monday" });
  await card.getByText('{"order":42}').waitFor();

  await card.getByRole("button", { name: "Pause", exact: true }).click();
  await dialog.getByLabel("For certain dates").check();
  await dialog.getByLabel("First date").fill("2030-08-01");
  await dialog.getByLabel("Last date").fill("2030-07-01");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await dialog.getByText(/comes before the first/).waitFor();
  await dialog.getByLabel("Last date").fill("2030-08-31");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await card.getByText("It will be paused from Aug 1, 2030 through Aug 31, 2030.").waitFor();
  await card.getByRole("button", { name: "Drop the pause" }).click();
  await card.getByRole("button", { name: "Pause", exact: true }).click();
  await dialog.getByRole("button", { name: "Pause" }).click();
  await card.getByText("Paused until you resume it").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await card.getByRole("button", { name: "Resume" }).click();
  await card.getByText(/^Next .*09:00/).waitFor();

  await choose(/^More for At 09:00/, "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await card.waitFor({ state: "detached" });
});

test("a webhook is tested from the page, run again with a payload, given a new secret, turned off and deleted", async () => {
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await dialog.getByLabel("What sends here").fill("Our shop");
  await dialog.getByLabel("Bearer token").check();
  await dialog.getByRole("button", { name: "Make the webhook" }).click();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const card = page.getByRole("listitem").filter({ hasText: "Our shop" });

  await card.getByRole("button", { name: "Send a test" }).click();
  await dialog.getByRole("button", { name: "Start a test run" }).click();
  await page.getByRole("list", { name: "Steps of this run" }).waitFor();
  await page.goBack();
  await card.getByText("Deliveries", { exact: true }).click();
  await card.getByText("Sent from this page").waitFor();
  await card.getByRole("button", { name: "Run again with this payload" }).click();
  await dialog.getByRole("button", { name: "Run again" }).click();
  await page.getByRole("list", { name: "Steps of this run" }).waitFor();
  await page.goBack();

  await choose("More for Our shop", "New secret");
  await dialog.getByRole("button", { name: "Make a new secret" }).click();
  await dialog.getByText("The new secret of “Our shop”").waitFor();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await card.getByText(/The secret before counts too until/).waitFor();
  await choose("More for Our shop", "New secret");
  await dialog.getByText(/a sender that still uses it is refused/).waitFor();
  await dialog.getByRole("button", { name: "Make a new secret" }).click();
  await dialog.getByText("The new secret of “Our shop”").waitFor();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await choose("More for Our shop", "Rename");
  await dialog.getByLabel("What sends here").fill("The old shop");
  await dialog.getByRole("button", { name: "Rename" }).click();
  const renamed = page.getByRole("listitem").filter({ hasText: "The old shop" });
  await renamed.waitFor();
  await choose("More for The old shop", "Turn off");
  await renamed.getByText(/^Off: deliveries are refused/).waitFor();
  await renamed.getByRole("button", { name: "Turn on" }).click();
  await renamed.getByRole("button", { name: "Send a test" }).waitFor();
  await choose("More for The old shop", "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await renamed.waitFor({ state: "detached" });
});

test("a channel is tested, takes the notice of a failed run, and notices are read", async () => {
  await page.getByRole("button", { name: "Add a channel" }).click();
  await dialog.getByLabel("Address, as a URL").fill(`${outside.url}/notices`);
  await dialog.getByRole("button", { name: "Add the channel" }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const card = page.getByRole("listitem").filter({ hasText: "/notices" });
  await card.getByRole("button", { name: "Send a test" }).click();
  await card.getByText("The test was sent and taken.").waitFor();

  await fetch(`${product.url}/api/agents/order-note/runs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  await card.getByText("Notices sent here").click();
  await card
    .getByRole("list")
    .getByText(/failed at step/)
    .first()
    .waitFor();
  await card.getByRole("list").getByText("Sent", { exact: true }).first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole("link", { name: /Notices.*unread/ }).click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByRole("tab", { name: "Unread", exact: true }).click();
  await page.getByText("Nothing unread.").waitFor();
  expect(product.problems.filter((problem) => !problem.includes("422"))).toEqual([]);
});
