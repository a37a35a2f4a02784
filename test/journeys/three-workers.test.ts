import { afterAll, expect, test } from "vitest";
import { openCluster, workerOf } from "./open-cluster.ts";
import { say } from "./open-page.ts";

const cluster = await openCluster(3);
afterAll(() => cluster.close());
const { outside, url } = cluster;
const page = await cluster.newPage();
const steps = page.getByRole("list", { name: "Steps of this run" });

async function untilCalled(call: string): Promise<void> {
  while (!outside.calls.includes(call)) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function runNow(brief: string): Promise<string> {
  await page.goto(url);
  await say(page, brief);
  await page.getByRole("button", { name: /^Save r1/ }).click();
  await page.getByRole("button", { name: "Saved" }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Start run" }).click();
  await page.waitForURL(/\/runs\//);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

test("a worker killed in the middle of a reading step: another worker reads again, and no attempt is lost", async () => {
  const runId = await runNow(`# Open orders

1. Fetch ${outside.url}/orders
2. Write it to \`orders.txt\``);
  await untilCalled("GET /orders");
  process.kill(await workerOf(url, runId, 1), "SIGKILL");

  await steps.getByRole("button", { name: /orders\.txt.*Completed/ }).waitFor();
  await steps.getByRole("button", { name: /Fetch.*Completed/ }).click();
  await page.getByRole("tab", { name: "Attempts" }).click();
  await page.getByRole("heading", { name: /Attempt 1 of 3, interrupted/ }).waitFor();
  await page.getByRole("heading", { name: /Attempt 1 of 3, completed/ }).waitFor();
  expect(outside.calls.filter((call) => call === "GET /orders")).toHaveLength(2);
});

test("a worker killed in the middle of a sending step: nobody sends again until a person says what happened", async () => {
  const runId = await runNow(`# Tell the shop

1. Post to ${outside.url}/notices
2. Write it to \`answer.txt\``);
  await untilCalled("POST /notices");
  process.kill(await workerOf(url, runId, 1), "SIGKILL");

  await steps.getByRole("button", { name: /Post.*unknown/i }).click();
  await page
    .getByRole("textbox", { name: /If it happened/ })
    .fill('{"status": 200, "body": "The shop knows."}');
  await page.getByRole("button", { name: /It happened/ }).click();
  await steps.getByRole("button", { name: /answer\.txt.*Completed/ }).waitFor();
  expect(outside.calls.filter((call) => call === "POST /notices")).toHaveLength(1);
});
