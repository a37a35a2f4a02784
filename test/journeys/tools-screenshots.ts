import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { shoot } from "./shoot.ts";

const EVERYTHING = resolve("node_modules/@modelcontextprotocol/server-everything/dist/index.js");

/** The page of tools with a server of its own, one tool explained and tried, and the secrets. */
export async function shootTools(page: Page, url: string): Promise<void> {
  await put(url, "POST", "/api/tool-servers", {
    name: "everything",
    transport: { type: "stdio", command: process.execPath, args: [EVERYTHING, "stdio"] },
  });
  await put(url, "PUT", "/api/secrets/SHOP_TOKEN", { value: "not-a-real-token" });

  await page.goto(`${url}/tools`);
  await page.getByText(/offers \d+ tools/).waitFor();
  await shoot(page, "tools");

  await page.goto(`${url}/tools?tool=http_request`);
  await page.getByRole("table", { name: "Parameters of http_request" }).waitFor();
  await shoot(page, "tool");

  await page.goto(`${url}/settings#secrets`);
  await page.getByText("SHOP_TOKEN", { exact: true }).waitFor();
  await shoot(page, "secrets", page.getByRole("heading", { name: "Secrets" }));
}

async function put(url: string, method: string, path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}
