import { execFileSync } from "node:child_process";
import { startHttpServer } from "#test/tools/http-server.ts";
import { openStepwright, say } from "./open-page.ts";
import { shoot } from "./shoot.ts";
import { orderNotePlan } from "./triggers-plan.ts";

/** What starts runs, and who hears about them: schedules, a webhook, a failed run. */
export async function shootTriggers(): Promise<void> {
  const shop = await startHttpServer(() => {});
  const product = await openStepwright({}, { EGRESS_ALLOW: "127.0.0.1/32" });
  const post = (path: string, body: unknown) =>
    fetch(`${product.url}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  try {
    const page = await product.newPage({ deviceScaleFactor: 1.5, timezoneId: "America/New_York" });
    await post("/agents", { name: "Order note" });
    const agent = `${product.url}/agents/order-note`;
    await page.goto(agent);
    await say(page, JSON.stringify(orderNotePlan(shop.url)));
    await page.getByRole("button", { name: "Save r1" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    await say(page, "run it every weekday at 9 in Berlin");
    const card = page.getByRole("region", { name: "A new schedule" });
    await card.getByText("Next fires").waitFor();
    await page.getByText("Nothing is stored yet").waitFor();
    await shoot(page, "chat-schedule-card", card);
    await card.getByRole("button", { name: "Set the schedule" }).click();
    await card.getByText("Set.").waitFor();
    await post("/agents/order-note/schedules", {
      cron: "* * * * *",
      timezone: "UTC",
      overlap: "queue",
      input: { order: 42 },
    });
    await page.getByRole("link", { name: "See the triggers" }).click();

    const schedule = page.getByRole("listitem").filter({ hasText: "Monday through Friday" });
    await schedule.getByRole("button", { name: /^More for/ }).click();
    await page.getByRole("menuitem", { name: "Change" }).click();
    await page.getByLabel("Cron").fill("30 2 * * SUN");
    await page.getByText(/does not exist, and it fires once/).waitFor();
    await shoot(page, "schedule-form");
    await page.getByRole("button", { name: "Not now" }).click();

    await page.getByRole("button", { name: "Add a webhook" }).click();
    await page.getByLabel("What sends here").fill("Our shop");
    await page.getByRole("button", { name: "Make the webhook" }).click();
    const made = page.getByRole("dialog", { name: "“Our shop” is ready" });
    const commands = (await made.locator("pre").textContent()) ?? "";
    execFileSync("sh", ["-c", commands], { stdio: "ignore" });
    execFileSync("sh", ["-c", commands.replace("whsec_", "whsec_AAAA")], { stdio: "ignore" });
    await shoot(page, "webhook-new");
    await made.getByRole("button", { name: "I have copied it" }).click();
    await post("/agents/order-note/channels", { type: "webhook", target: "https://example.com/notices" });

    await page.goto(`${product.url}/notices`);
    await page
      .getByText(/failed at step 2/)
      .first()
      .waitFor();
    await shoot(page, "notices");
    await page.goto(agent);
    const report = page.getByRole("region", { name: "Run failed at step 2" }).last();
    await report.waitFor();
    await shoot(page, "run-report-card", report);

    await page.goto(`${agent}/triggers`);
    await page.getByText("Every minute", { exact: false }).first().waitFor();
    const minutely = page.getByRole("listitem").filter({ hasText: "Every minute" });
    await minutely.getByText("Last slot").waitFor({ timeout: 90_000 });
    await page.getByText("All slots").first().click();
    await page.getByText("Deliveries", { exact: true }).click();
    await page.getByRole("list", { name: "Deliveries" }).waitFor();
    await shoot(page, "triggers", page.getByRole("heading", { name: "Schedules" }));
  } finally {
    await product.close();
    await shop.close();
  }
}
