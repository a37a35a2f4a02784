import { afterAll, expect, test } from "vitest";
import { startHttpServer } from "#test/tools/http-server.ts";
import { accessibilityViolations } from "../accessibility.ts";
import { openStepwright, say } from "../open-page.ts";

let orders = 0;
const shop = await startHttpServer(({ method }, response) => {
  if (method === "GET") {
    response.setHeader("content-type", "application/json").end(JSON.stringify({ orders }));
    return;
  }
  orders += 1;
  response.socket?.resetAndDestroy();
});
const product = await openStepwright({}, { EGRESS_ALLOW: "127.0.0.1/32" });
afterAll(async () => {
  await product.close();
  await shop.close();
});
const page = await product.newPage();

const PLAN = {
  title: "Order and see",
  objective: "Place one order",
  steps: [
    {
      id: "order",
      title: "Place the order",
      kind: "tool",
      tool: "http_request",
      instructions: "Place one order.",
      expectedOutput: "The order",
      dependsOn: [],
      input: { url: `${shop.url}/orders`, method: "POST", body: { tea: 1 } },
    },
    {
      id: "see",
      title: "See the order",
      kind: "check",
      tool: "http_request",
      instructions: "Look whether it is there.",
      expectedOutput: "One order",
      dependsOn: ["order"],
      input: { url: `${shop.url}/orders` },
      check: { path: "body.orders", op: "==", value: 1, everySeconds: 1, withinSeconds: 30 },
      verifies: "order",
    },
  ],
  assumptions: [],
  completionCriteria: "",
  tags: [],
};

test("whoever has to say what became of a lost call looks first, and the run goes on with what they say", async () => {
  await page.goto(product.url);
  await say(page, JSON.stringify(PLAN));
  await page.getByRole("button", { name: "Save r1" }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page
    .getByRole("button", { name: /Place the order.*Outcome unknown/ })
    .first()
    .click();
  const card = page.getByRole("region", { name: "Outcome unknown" });
  await card.getByRole("button", { name: "Look", exact: true }).click();
  await card.getByText("Step 2 “See the order” sees it: body.orders == 1.").waitFor();

  expect(await card.textContent()).toContain("changes nothing in the run");
  expect(await accessibilityViolations(page)).toEqual([]);

  await card.getByRole("button", { name: "It happened" }).click();
  await page.getByRole("heading", { name: /Completed/ }).waitFor();
  expect(shop.received.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(product.problems).toEqual([]);
}, 120_000);
