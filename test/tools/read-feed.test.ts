import { afterAll, expect, test } from "vitest";
import { feedDate } from "#server/tools/web/feed-date.ts";
import { readFeedTool } from "#server/tools/read-feed.ts";
import { builtInCatalogue } from "#test/tools/built-in-catalogue.ts";
import { messageOf, outputOf, toolContext } from "#test/tools/call-tool.ts";
import { ATOM, JSON_FEED, LAUGHS, RDF, RSS, RSS_091, manyItems } from "#test/tools/feeds.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const PAGE = `<!doctype html><html><head><title>Town</title>
<link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="stylesheet" href="a.css">
<link rel="alternate feed" type="application/atom+xml" href="https://town.example/atom"><link rel="alternate" hreflang="de" href="/de">
</head><body>Hello</body></html>`;
const latin1 = (text: string) => Buffer.from(text, "latin1");
const titled = (title: string, encoding: string) =>
  `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?><rss version="2.0"><channel><title>${title}</title></channel></rss>`;
const LONG = `<rss version="2.0"><channel><title>L</title><item><title>${"t".repeat(900)}</title><description>${"d ".repeat(5_000)}</description></item></channel></rss>`;

const DOCUMENTS: Record<string, [string | Buffer, string?]> = {
  "/rss": [RSS, "application/rss+xml"],
  "/rss-as-text": [RSS, "text/plain"],
  "/rss-as-html": [RSS, "text/html; charset=utf-8"],
  "/rss091": [RSS_091],
  "/atom": [ATOM, "application/atom+xml"],
  "/rdf": [RDF, "application/rdf+xml"],
  "/json": [JSON_FEED, "application/feed+json"],
  "/json-as-text": [JSON_FEED, "text/plain"],
  "/marked": [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(RSS)])],
  "/latin1-prolog": [latin1(titled("Zürich", "ISO-8859-1"))],
  "/latin1-header": [latin1(titled("Zürich", "")), "text/xml; charset=iso-8859-1"],
  "/says-utf8-is-latin1": [latin1(titled("Zürich", "UTF-8"))],
  "/says-latin1-is-utf8": [titled("Zürich", "ISO-8859-1"), "text/xml; charset=iso-8859-1"],
  "/says-utf16-is-utf8": [titled("Zürich", "UTF-16")],
  "/utf16": [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(titled("Zürich", "UTF-16"), "utf16le")])],
  "/page": [PAGE, "text/html"],
  "/page-without": ["<html><body>Hello</body></html>", "text/html"],
  "/none": ["<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"],
  "/broken": ["<rss version='2.0'><channel><title>Cut of", "application/rss+xml"],
  "/laughs": [LAUGHS, "text/xml"],
  "/deep": [`<rss version="2.0"><channel>${"<a>".repeat(200_000)}`, "text/xml"],
  "/many": [manyItems(500)],
  "/undated": [manyItems(30, false)],
  "/long": [LONG],
  "/large": [Buffer.alloc(6 * 1024 * 1024, 97)],
  "/empty": [""],
};
const server = await startHttpServer(({ url }, response) => {
  const [body, type = "application/xml"] = DOCUMENTS[url] ?? [];
  response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
});
afterAll(() => server.close());

const tool = readFeedTool({ egressAllow: ["127.0.0.1"] });
const read = (place: string, over: object = {}) =>
  tool.call({ url: server.url + place, ...over }, toolContext("/tmp"));
type Feed = { title: string; count: number; items: Record<string, string>[]; undated?: number };
const feedOf = async (place: string, over: object = {}) => outputOf(await read(place, over)) as Feed;

test.each([
  "/rss",
  "/rss-as-text",
  "/rss-as-html",
  "/rss091",
  "/atom",
  "/rdf",
  "/json",
  "/json-as-text",
  "/marked",
])("%s: the feed's name, and its items by title and address", async (place) => {
  const feed = await feedOf(place);

  expect(feed).toMatchObject({ title: "Town & River", link: "https://town.example/", count: 2 });
  const items = feed.items.map(({ title, url }) => [title, url?.replace(server.url, "https://town.example")]);
  expect(new Set(items.map(String))).toEqual(
    new Set(["Old,https://town.example/old", "New thing & more,https://town.example/new"]),
  );
});

test.each(["/rss", "/atom", "/rdf", "/json"])(
  "%s: the newest item is first, with its time in UTC",
  async (place) => {
    const { items } = await feedOf(place);

    expect(items.map(({ publishedAt }) => publishedAt)).toEqual([
      "2026-12-01T08:30:00.000Z",
      "2026-11-30T07:00:00.000Z",
    ]);
  },
);

test("an item's summary is plain text, its content Markdown, and nothing in them runs", async () => {
  for (const place of ["/rss", "/atom", "/json"]) {
    const [item] = (await feedOf(place)).items;
    expect(item).toMatchObject({ summary: "It rose.", author: "Bo" });
    expect(item?.["content"]).toContain(`It **rose** by [4 m](${server.url}/m).`);
  }
  const [, old] = (await feedOf("/rss")).items;
  expect(old).toMatchObject({ id: "tag:1", author: "Ada", summary: "Plain & short" });
  expect((await feedOf("/json")).items[1]).toMatchObject({ content: "a <b> c" });
  expect(await feedOf("/rss")).toMatchObject({ description: "All news" });
});

test.each([
  "/latin1-prolog",
  "/latin1-header",
  "/says-utf8-is-latin1",
  "/says-latin1-is-utf8",
  "/says-utf16-is-utf8",
  "/utf16",
])("%s: the name is read as what it is", async (place) => {
  expect(await feedOf(place)).toMatchObject({ title: "Zürich", count: 0 });
});

test("20 items are given, or as many as are asked for up to 200, of those since a time", async () => {
  expect(await feedOf("/many")).toMatchObject({ count: 20, items: expect.arrayContaining([]) });
  expect((await feedOf("/many")).items[0]).toMatchObject({ title: "Item 499" });
  expect(await feedOf("/many", { limit: 200 })).toMatchObject({ count: 200 });
  expect((await feedOf("/many", { since: "2026-01-01T08:15:00Z" })).count).toBe(5);
  expect((await feedOf("/many", { since: "2026-01-01T09:15:00+01:00" })).count).toBe(5);
  expect((await feedOf("/many", { since: "2026-01-02" })).count).toBe(0);
});

test.each(["yesterday", "2026-13-01", "2026-12-01 10:00"])(
  "%s is no time to read items since",
  async (since) => {
    const catalogue = builtInCatalogue({ egressAllow: ["127.0.0.1"] });
    const ask = (time: string) =>
      catalogue.call("read_feed", { url: `${server.url}/many`, since: time }, toolContext("/tmp"));

    expect(await ask(since)).toMatchObject({
      type: "failed",
      retry: "now",
      message: expect.stringContaining("since"),
    });
    expect(outputOf(await ask("2026-01-01T08:15:00Z"))).toMatchObject({ count: 5 });
    expect(outputOf(await ask("2026-01-01"))).toMatchObject({ count: 20 });
  },
);

test("items without a date keep their order, and are left out, and counted, where a time is asked for", async () => {
  const { items } = await feedOf("/undated", { limit: 3 });

  expect(items.map(({ title }) => title)).toEqual(["Item 0", "Item 1", "Item 2"]);
  expect(await feedOf("/undated", { since: "2026-01-01" })).toMatchObject({ count: 0, undated: 30 });
});

test("a page in place of a feed is refused with the feeds that it names", async () => {
  expect(messageOf(await read("/page"))).toBe(
    `${server.url}/page is a web page, not a feed. It names these feeds: ${server.url}/feed.xml, https://town.example/atom. Give one of them.`,
  );
  expect(messageOf(await read("/page-without"))).toContain("It names no feed. Use read_web_page");
});

test.each(["/none", "/empty"])("%s is refused as no feed", async (place) => {
  expect(await read(place)).toMatchObject({
    retry: "now",
    message: expect.stringContaining("is no feed that can be read"),
  });
});

test("entities are not expanded, nor files read, and hostile feeds harm nobody", async () => {
  const laughs = await read("/laughs");
  expect(JSON.stringify(laughs)).not.toMatch(/root:|lollollollol/);
  for (const place of ["/deep", "/broken"]) {
    const outcome = await read(place);
    if (outcome.type === "completed") expect(outcome.output).toMatchObject({ count: 0 });
    else expect(outcome).toMatchObject({ type: "failed", retry: "now" });
  }
  expect(messageOf(await read("/large"))).toContain("larger than the 5 MB");
  expect(await feedOf("/rss")).toMatchObject({ count: 2 });
});

test("long texts of items are cut, and say so where sentences are", async () => {
  const [item] = (await feedOf("/long")).items;

  expect(item?.["title"]).toHaveLength(500);
  expect(item?.["summary"]).toMatch(/\[Cut here: the summary has \d+ characters/);
});

test.each([
  ["Tue, 01 Dec 2026 09:30:00 +0100", "2026-12-01T08:30:00.000Z"],
  ["Tue, 01 Dec 2026 09:30:00 GMT", "2026-12-01T09:30:00.000Z"],
  ["1 Dec 26 09:30 EST", "2026-12-01T14:30:00.000Z"],
  ["Tue, 01 Jul 2026 09:30:00 CEST", "2026-07-01T07:30:00.000Z"],
  ["2026-12-01T09:30:00", "2026-12-01T09:30:00.000Z"],
  ["2026-12-01 09:30:00", "2026-12-01T09:30:00.000Z"],
  ["2026-12-01", "2026-12-01T00:00:00.000Z"],
  ["Dec 1, 2026 9:30 PM", "2026-12-01T21:30:00.000Z"],
  ["Dec 1, 2026", "2026-12-01T00:00:00.000Z"],
  ["yesterday", null],
  ["", null],
])("%j is the time %s", (text, expected) => {
  expect(feedDate(text)).toBe(expected);
});
