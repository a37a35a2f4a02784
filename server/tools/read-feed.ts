import { z } from "zod";
import type { Config } from "#server/config.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import type { HttpLimits } from "./http-exchange.ts";
import { HTTP_URL, shownUrl } from "./http-message.ts";
import { completed, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";
import type { Hide } from "./web/cut-text.ts";
import type { FeedAnswer, FeedTask } from "./web/feed-worker.ts";
import { DOCUMENT_LIMITS, fetchDocument, unreadOutcome } from "./web/fetch-document.ts";
import { shortenFeed } from "./web/shorten-feed.ts";
import { workProcess } from "./work-process.ts";

const READING_MS = 20_000;
const MAX_ITEMS = 200;
const ACCEPT =
  "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.1";

const ISO_TIME = "^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d))?$";

const input = z.strictObject({
  url: z.string().meta({
    description: "The http or https URL of the feed, e.g. https://example.com/feed.xml",
    pattern: HTTP_URL,
  }),
  limit: z.int().min(1).max(MAX_ITEMS).optional().describe("The most items to give; 20 by default"),
  since: z.string().optional().meta({
    description:
      "Only items published at this time or later, e.g. 2026-12-01T06:00:00Z, or on this day, in UTC; items without a date are left out then",
    pattern: ISO_TIME,
  }),
});
const output = z.object({
  title: z.string(),
  link: z.string().optional(),
  description: z.string().optional(),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      url: z.string().optional(),
      publishedAt: z.string().optional().describe("ISO 8601, UTC"),
      author: z.string().optional(),
      summary: z.string().optional().describe("Plain text"),
      content: z.string().optional().describe("Markdown"),
    }),
  ),
  count: z.int().describe("How many items are given"),
  undated: z.int().optional().describe('How many items without a date "since" left out'),
});

const readApart = workProcess<FeedTask, FeedAnswer>(
  new URL("./web/feed-worker.ts", import.meta.url),
  (answer) => "feed" in answer,
);

export function readFeedTool(config: Pick<Config, "egressAllow">, over: Partial<HttpLimits> = {}): Tool {
  const limits = { ...DOCUMENT_LIMITS, ...over };
  return defineTool({
    name: "read_feed",
    description:
      "Reads a feed (RSS, Atom, RDF or JSON Feed; up to 5 MB, within 30 seconds) and gives its items, newest first: 20, or up to 200. Of an item at most 20,000 characters.",
    input,
    output,
    example: { url: "https://github.com/nodejs/node/releases.atom", limit: 3 },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true },
    takesSecrets: true,
    async call({ url, limit = 20, since }, context) {
      const sinceMs = since === undefined ? null : Date.parse(since);
      if (Number.isNaN(sinceMs)) {
        return failedNow(`"${since}" in "since" is no time. Give one such as 2026-12-01T06:00:00Z.`);
      }
      const fetched = await fetchDocument(url, ACCEPT, config.egressAllow, limits, context);
      if (!fetched.ok) return fetched.error;
      const { bytes, headers, url: place } = fetched.value;
      const task = {
        bytes,
        contentType: headers["content-type"] ?? "",
        url: place.href,
        limit,
        since: sinceMs,
      };
      const end = await readApart(task, { timeoutMs: READING_MS, signal: context.signal });
      return "answer" in end
        ? outcomeOf(end.answer, place, context.hide)
        : unreadOutcome(end, place, READING_MS);
    },
  });
}

function outcomeOf(answer: FeedAnswer, place: URL, hide: Hide | undefined): ToolOutcome {
  if ("feed" in answer) {
    return completed({ ...shortenFeed(answer.feed, hide), count: answer.feed.items.length });
  }
  if ("problem" in answer) return failedNow(`${shownUrl(place)} ${answer.problem}.`);
  const advice =
    answer.page.length === 0
      ? "It names no feed. Use read_web_page to read it."
      : `It names these feeds: ${answer.page.join(", ")}. Give one of them.`;
  return failedNow(`${shownUrl(place)} is a web page, not a feed. ${advice}`);
}
