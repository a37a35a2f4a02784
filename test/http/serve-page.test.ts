import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openTestContext, serveApp } from "#test/serve-app.ts";

const folder = mkdtempSync(join(tmpdir(), "stepwright-page-"));
const page = `<!doctype html><title>${"A page. ".repeat(400)}</title>`;
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "index.html"), page);
writeFileSync(join(folder, "assets", "a.js"), page);
const opened = await openTestContext();
const server = await serveApp(opened.ctx, {}, folder);
afterAll(async () => {
  await server.close();
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

// What fetch cannot decode it throws for.
const ask = (path: string, method = "GET") =>
  fetch(new URL(path, server.url), { method, headers: { "accept-encoding": "gzip" } });

test.each([
  ["PUT", "/api/agents", 405],
  ["DELETE", "/api/health", 405],
  ["PATCH", "/hooks/hook_x", 405],
  ["PUT", "/sign-in", 405],
  ["DELETE", "/sign-in.css", 405],
  ["GET", "/api/nothing", 404],
  ["POST", "/api/nothing", 404],
  ["GET", "/api/runs/run_nothing", 404],
  ["GET", "/assets/nothing.js", 404],
  ["DELETE", "/nothing", 404],
])("%s %s is refused in words to clients that take gzip", async (method, path, status) => {
  const answer = await ask(path, method);

  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(await answer.json()).toMatchObject({ status });
});

test.each(["/", "/agents/some", "/assets/a.js"])("the page's %s comes compressed", async (path) => {
  const answer = await ask(path);

  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.headers.get("vary")).toContain("Accept-Encoding");
  expect(await answer.text()).toBe(page);
});
