import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const page = mkdtempSync(join(tmpdir(), "stepwright-page-"));
mkdirSync(join(page, "assets"));
writeFileSync(join(page, "index.html"), "<!doctype html><title>The page</title>");
writeFileSync(join(page, "assets", "main-abc123.js"), "export {};");

const opened = await openTestContext();
const server = await serveApp(opened.ctx, {}, page);
afterAll(async () => {
  await server.close();
  await opened.close();
  rmSync(page, { recursive: true });
});

const body = JSON.stringify({ name: "Orders" });
const JSON_TYPE = { "Content-Type": "application/json" };

function create(headers: Record<string, string>) {
  return send(server.url, "/api/agents", { method: "POST", body, headers: { ...JSON_TYPE, ...headers } });
}

test("a program without an Origin may change things", async () => {
  expect((await create({})).status).toBe(201);
});

test("our own page may change things", async () => {
  expect((await create({ Origin: server.url, "Sec-Fetch-Site": "same-origin" })).status).toBe(201);
  expect((await create({ Origin: server.url })).status).toBe(201);
});

test.each<Record<string, string>>([
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "cross-site" },
  { Origin: "http://localhost:1", "Sec-Fetch-Site": "same-site" },
])("a page elsewhere may not change anything: %j", async (headers) => {
  const answer = await create(headers);

  expect(answer.status).toBe(403);
  expect(answer.headers["content-type"]).toContain("application/problem+json");
});

test("a name that was pointed at this machine is refused, for reading too", async () => {
  const rebound = {
    Host: "evil.example:4310",
    Origin: "http://evil.example:4310",
    "Sec-Fetch-Site": "same-origin",
  };

  expect((await create(rebound)).status).toBe(403);
  expect((await send(server.url, "/api/agents", { headers: { Host: "evil.example" } })).status).toBe(403);
  expect((await send(server.url, "/", { headers: { Host: "evil.example" } })).status).toBe(403);
});

test("the public address is ours when PUBLIC_URL says so", async () => {
  const published = await serveApp(opened.ctx, { PUBLIC_URL: "https://plans.example" });
  const headers = { ...JSON_TYPE, Host: "plans.example", Origin: "https://plans.example" };

  const answer = await send(published.url, "/api/agents", { method: "POST", body, headers });
  await published.close();

  expect(answer.status).toBe(201);
  expect(answer.headers["strict-transport-security"]).toContain("max-age=");
});

test("every answer carries the policy, whatever it is", async () => {
  for (const path of ["/", "/api/health", "/api/nothing", "/assets/main-abc123.js"]) {
    const { headers } = await send(server.url, path);
    const policy = String(headers["content-security-policy"]);
    for (const rule of [
      "default-src 'self'",
      "img-src 'self' data:",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("answers of the API are never cached, hashed files for good, the page never without asking", async () => {
  const cacheOf = async (path: string) => (await send(server.url, path)).headers["cache-control"];

  expect(await cacheOf("/api/agents")).toBe("no-store");
  expect(await cacheOf("/assets/main-abc123.js")).toContain("immutable");
  expect(await cacheOf("/")).toBe("no-cache");
});

test("addresses of the page's own lead to the page; files and paths outside it do not exist", async () => {
  for (const path of ["/", "/agents/orders", "/runs/run_1", "/approvals"]) {
    const answer = await send(server.url, path);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("The page");
  }
  expect((await send(server.url, "/assets/gone-000.js")).status).toBe(404);
  expect((await send(server.url, "/..%2f..%2fetc%2fpasswd")).body).not.toContain("root:");
  expect((await send(server.url, "/api/nothing")).status).toBe(404);
});
