import { expect, test } from "vitest";
import { startingApp } from "#server/http/starting.ts";

const app = startingApp({ isHttps: false });

test("a browser gets a page that reloads itself and that its own policy lets look right", async () => {
  const page = await app.request("/", { headers: { Accept: "text/html,application/xhtml+xml" } });
  const text = await page.text();
  const style = await app.request("/sign-in.css");

  expect(page.status).toBe(503);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.get("retry-after")).toBe("2");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(text).toContain("Stepwright is starting…");
  expect(text).toContain('<meta http-equiv="refresh" content="2">');
  expect(text).toContain('href="/sign-in.css"');
  expect(style.status).toBe(200);
  expect(style.headers.get("content-type")).toContain("text/css");
});

test("a program gets a problem document, and the probe says alive", async () => {
  const answer = await app.request("/api/agents", { method: "POST", headers: { Accept: "*/*" } });

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(await answer.json()).toMatchObject({ status: 503, detail: expect.stringContaining("starting") });
  expect((await app.request("/api/health")).status).toBe(200);
});
