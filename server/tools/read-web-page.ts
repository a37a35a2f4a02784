import { z } from "zod";
import type { Config } from "#server/config.ts";
import { maskQuery } from "#server/core/mask-secrets.ts";
import type { ToolCallContext } from "#server/context.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { mediaTypeOf } from "./content-type.ts";
import type { HttpAnswer, HttpLimits } from "./http-exchange.ts";
import { HTTP_URL, shownUrl } from "./http-message.ts";
import { completed, failedNow } from "./outcome.ts";
import { readText } from "./response-body.ts";
import { type Tool, defineTool } from "./tool.ts";
import { type Hide, cutLine, cutText, hiddenMarkdown } from "./web/cut-text.ts";
import { DOCUMENT_LIMITS, fetchDocument, unreadOutcome } from "./web/fetch-document.ts";
import type { Page, PageAnswer, PageTask } from "./web/page-worker.ts";
import { workProcess } from "./work-process.ts";

const READING_MS = 20_000;
const MAX_CHARACTERS = 500_000;
const MAX_LINE = 1_000;
const MAX_LINK_TEXT = 200;
const ACCEPT = "text/html, application/xhtml+xml, text/*;q=0.8, application/json;q=0.7, */*;q=0.1";
const HTML = ["text/html", "application/xhtml+xml"];
const FEED = ["application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"];
const BEGINS_AS_FEED =
  /^(?:\ufeff|\s|<\?[^>]*\?>|<!--[^>]*-->)*<(?:rss|feed|rdf:RDF)\b[^>]*(?:version|xmlns)/;
const BEGINS_AS_HTML = /^(?:\ufeff|\s|<!--[^>]*-->)*<(?:!doctype\s+html|html|head|body)\b/i;

const input = z.strictObject({
  url: z.string().meta({
    description: "The http or https URL of the page, e.g. https://example.com/news",
    pattern: HTTP_URL,
  }),
});
const output = z.object({
  url: z.string().describe("Where the page came from, after redirects"),
  title: z.string(),
  byline: z.string().optional(),
  siteName: z.string().optional(),
  language: z.string().optional(),
  markdown: z.string().describe("What the page says, as Markdown; a text or JSON document as it is"),
  links: z.array(z.object({ text: z.string(), url: z.string() })).optional(),
});

const readApart = workProcess<PageTask, PageAnswer>(
  new URL("./web/page-worker.ts", import.meta.url),
  (answer) => "page" in answer,
);

export function readWebPageTool(
  config: Pick<Config, "egressAllow">,
  over: Partial<HttpLimits> = {},
  readingMs = READING_MS,
): Tool {
  const limits = { ...DOCUMENT_LIMITS, ...over };
  return defineTool({
    name: "read_web_page",
    description:
      "Reads a public web page (up to 5 MB, within 30 seconds) and gives its readable part as Markdown, with its links. Cut after 500,000 characters. Runs no scripts.",
    input,
    output,
    example: { url: "https://example.com" },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true },
    takesSecrets: true,
    async call({ url }, context) {
      const fetched = await fetchDocument(url, ACCEPT, config.egressAllow, limits, context);
      return fetched.ok ? readAnswer(fetched.value, readingMs, context) : fetched.error;
    },
  });
}

async function readAnswer(
  answer: HttpAnswer,
  readingMs: number,
  { signal, hide }: ToolCallContext,
): Promise<ToolOutcome> {
  const contentType = answer.headers["content-type"] ?? "";
  const type = mediaTypeOf(contentType);
  const text = readText(answer.bytes, contentType);
  const isNamed = type !== "" && type !== "application/octet-stream";
  const looksLikeHtml = text !== null && BEGINS_AS_HTML.test(text);

  if (HTML.includes(type) || (!isNamed && looksLikeHtml)) {
    const task = { bytes: answer.bytes, contentType, url: answer.url.href };
    const end = await readApart(task, { timeoutMs: readingMs, signal });
    if (!("answer" in end)) return unreadOutcome(end, answer.url, readingMs);
    if ("page" in end.answer) return pageOutcome(answer.url, shortenPage(end.answer.page, hide));
    return failedNow(`${shownUrl(answer.url)} ${end.answer.problem}. Use http_request for its source.`);
  }
  if (FEED.includes(type) || (text !== null && BEGINS_AS_FEED.test(text))) {
    return failedNow(
      `${shownUrl(answer.url)} is a feed, not a page. Use read_feed for its items, or http_request for its source.`,
    );
  }
  if (text === null) {
    return failedNow(
      `${shownUrl(answer.url)} is ${isNamed ? `of the type "${type}"` : "binary"}, which is no page to read. Use http_request for its bytes.`,
    );
  }
  const markdown = cutText(text, MAX_CHARACTERS, "the document", hide);
  return pageOutcome(answer.url, { title: nameOf(answer.url), markdown, links: [] });
}

function shortenPage({ title, markdown, links, ...facts }: Page, hide: Hide | undefined): Page {
  return {
    title: cutLine(title, MAX_LINE, hide),
    ...Object.fromEntries(Object.entries(facts).map(([name, text]) => [name, cutLine(text, MAX_LINE, hide)])),
    markdown: cutText(hiddenMarkdown(markdown, hide), MAX_CHARACTERS, "the page"),
    links: links.map(({ text, url }) => ({ text: cutLine(text, MAX_LINK_TEXT, hide), url })),
  };
}

function pageOutcome(url: URL, { links, ...page }: Page): ToolOutcome {
  return completed({ url: maskQuery(url.href), ...page, ...(links.length > 0 && { links }) });
}

function nameOf(url: URL): string {
  return url.pathname.split("/").findLast((part) => part !== "") ?? url.hostname;
}
