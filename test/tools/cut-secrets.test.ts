import { afterAll, expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { createRedactor } from "#server/core/redact-secrets.ts";
import { builtInCatalogue, noSecrets } from "#test/tools/built-in-catalogue.ts";
import { toolContext } from "#test/tools/call-tool.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

// With signs that Markdown and HTML write in another way.
const SECRET = "sk_live*Q7~x[9]&pLm_4RtZ0wVb";
const PART = /sk\\?_live|Q7\\?~x|pLm|4RtZ/;
const redactor = createRedactor([{ name: "KEY", value: SECRET }]);
const catalogue = builtInCatalogue(
  { egressAllow: ["127.0.0.1"] },
  { ...noSecrets, redact: redactor.json, redactText: redactor.text, redactCutText: redactor.cutText },
);

/** The secret on the place where a text of this length is cut. */
const across = (length: number) => `${"w".repeat(length - 10)}${SECRET}${" tail".repeat(20)}`;
const html = SECRET.replaceAll("&", "&amp;");
const acrossHtml = (length: number) => across(length).replaceAll("&", "&amp;");
const feedOf = (item: string) =>
  `<rss version="2.0"><channel><title>F</title><item>${item}</item></channel></rss>`;
const BODIES: Record<string, [type: string, status: number, body: string]> = {
  "/refused": ["text/plain", 422, across(500)],
  "/text": ["text/plain", 200, across(500_000)],
  "/hook": ["text/plain", 200, across(65_536)],
  "/page": ["text/html", 200, `<p>${acrossHtml(500_000)}</p>`],
  "/echo": ["text/html", 200, `<p>You said ${html} and <i>${html}</i></p>`],
  "/title": [
    "text/html",
    200,
    `<html><head><title>${acrossHtml(1_000)}</title></head><body><p>x</p></body></html>`,
  ],
  "/link": ["text/html", 200, `<p><a href="/x">${acrossHtml(200)}</a></p>`],
  "/feed-title": ["text/xml", 200, feedOf(`<title>${acrossHtml(500)}</title>`)],
  "/feed-id": ["text/xml", 200, feedOf(`<guid>${acrossHtml(2_000)}</guid>`)],
  "/feed-summary": ["text/xml", 200, feedOf(`<description>${acrossHtml(2_000)}</description>`)],
  "/feed-content": [
    "application/feed+json",
    200,
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "F",
      items: [{ id: "1", content_html: acrossHtml(20_000) }],
    }),
  ],
  "/feed-echo": [
    "application/feed+json",
    200,
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: SECRET,
      items: [{ id: SECRET, content_html: `<b>${html}</b>` }],
    }),
  ],
};
const server = await startHttpServer(({ url }, response) => {
  const [type, status, body] = BODIES[url] ?? ["text/plain", 404, ""];
  response.writeHead(status, { "content-type": type }).end(body);
});
afterAll(() => server.close());

test.each([
  ...["http_request", "read_web_page", "read_feed", "send_webhook"].map((tool) => [tool, "/refused"]),
  ...["/text", "/page", "/echo", "/title", "/link"].map((place) => ["read_web_page", place]),
  ...["title", "id", "summary", "content", "echo"].map((what) => ["read_feed", `/feed-${what}`]),
  ["send_webhook", "/hook"],
])("%s keeps no part of a secret where it cuts what it got: %s", async (tool = "", place = "") => {
  const url = server.url + place;
  const input: Json = tool === "send_webhook" ? { url, body: {} } : { url };
  const outcome = await catalogue.call(tool, input, toolContext("/tmp"));

  expect(outcome.type).toBe(place === "/refused" ? "failed" : "completed");
  expect(PART.exec(JSON.stringify(outcome))).toBeNull();
});
