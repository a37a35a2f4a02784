import { hc } from "hono/client";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import type { App } from "#server/app.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const server = await serveApp(opened.ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});

const operation = z.object({
  tags: z.array(z.string()),
  summary: z.string(),
  responses: z.record(z.string(), z.unknown()),
});
const documentSchema = z.object({
  openapi: z.literal("3.1.0"),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

const answer = await send(server.url, "/api/openapi.json");
const document = documentSchema.parse(JSON.parse(answer.body));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

test.each([
  "GET /api/agents",
  "POST /api/agents",
  "GET /api/agents/{agentId}",
  "PATCH /api/agents/{agentId}",
  "DELETE /api/agents/{agentId}",
  "GET /api/agents/{agentId}/messages",
  "POST /api/agents/{agentId}/chat",
  "GET /api/agents/{agentId}/chat/stream",
  "POST /api/agents/{agentId}/chat/stop",
  "GET /api/agents/{agentId}/plan",
  "GET /api/agents/{agentId}/plan/blame",
  "GET /api/agents/{agentId}/revisions",
  "POST /api/agents/{agentId}/snapshots",
  "GET /api/agents/{agentId}/snapshots",
  "GET /api/snapshots/{snapshotId}",
  "POST /api/agents/{agentId}/runs",
  "GET /api/runs",
  "GET /api/runs/{runId}",
  "GET /api/runs/{runId}/events",
  "GET /api/runs/{runId}/report",
  "POST /api/runs/{runId}/cancel",
  "POST /api/runs/{runId}/budget",
  "POST /api/runs/{runId}/steps/{stepId}/look",
  "POST /api/runs/{runId}/steps/{stepId}/resolve",
  "GET /api/approvals",
  "GET /api/approvals/{approvalId}",
  "POST /api/approvals/{approvalId}",
  "GET /api/tools",
  "GET /api/settings",
  "PUT /api/settings",
  "GET /api/health",
  "GET /api/ready",
])("the description has %s", (name) => {
  expect(operations).toContain(name);
});

test("no path writes a plan", () => {
  const writing = operations.filter((name) => /^(PUT|PATCH|POST|DELETE) .*\/(plan|revisions)\b/.test(name));

  expect(writing).toEqual([]);
});

test("every reference of the description leads to a shape that it has", () => {
  const references = [...answer.body.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1],
  );

  expect(references.length).toBeGreaterThan(10);
  expect(references.filter((name) => name === undefined || !(name in document.components.schemas))).toEqual(
    [],
  );
});

test("the page to read has every operation, and no script", async () => {
  const page = await send(server.url, "/api/docs");

  expect(page.headers["content-type"]).toContain("text/html");
  for (const name of operations) {
    const [method = "", path = ""] = name.split(" ");
    expect(page.body).toContain(`<span class="method">${method}</span> ${path}`);
  }
  expect(page.body).not.toMatch(/<script|<style| style=/);
});

test("a typed client is made from the routes alone", async () => {
  const api = hc<App>(server.url);

  const created = await api.api.agents.$post({ json: { name: "Orders" } });
  if (created.status !== 201) throw new Error((await created.json()).detail);
  const { agentId } = await created.json();
  const runs = await api.api.runs.$get({ query: { agent: agentId } });

  expect(runs.status).toBe(200);
  expect(await runs.json()).toEqual({ items: [], nextCursor: null });
});
