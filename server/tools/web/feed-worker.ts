import { parseFeed } from "feedsmith";
import { mediaTypeOf } from "#server/tools/content-type.ts";
import { answerTasks } from "#server/tools/work-reply.ts";
import { decodeMarkup } from "./decode-markup.ts";
import { type FeedEntry, type FeedText, entriesOf } from "./feed-entries.ts";
import { feedLinksOf } from "./feed-links.ts";
import { htmlToMarkdown, htmlToText } from "./html-markdown.ts";

export type FeedTask = {
  bytes: Uint8Array;
  contentType: string;
  url: string;
  limit: number;
  /** Milliseconds of the epoch. */
  since: number | null;
};
export type FeedItem = {
  id: string;
  title: string;
  url?: string;
  publishedAt?: string;
  author?: string;
  summary?: string;
  content?: string;
};
export type Feed = {
  title: string;
  link?: string;
  description?: string;
  items: FeedItem[];
  undated?: number;
};
/** What the process answers: the feed; or that it is a page, with the feeds that it names; or neither. */
export type FeedAnswer = { feed: Feed } | { page: string[] } | { problem: string };

const PAGE = /^(?:\ufeff|\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->)*<(?:!doctype\s+html|html)\b/i;

answerTasks((task: FeedTask): FeedAnswer => {
  const isXml = !/json/.test(mediaTypeOf(task.contentType));
  const text = decodeMarkup(task.bytes, task.contentType, isXml).replace(/^\ufeff/, "");
  if (PAGE.test(text.slice(0, 10_000))) return { page: feedLinksOf(text, task.url) };
  try {
    return { feed: readFeed(text, task) };
  } catch (error) {
    if (error instanceof RangeError) return { problem: "is nested too deeply to be read" };
    return { problem: "is no feed that can be read: it is neither RSS, Atom, RDF nor JSON Feed" };
  }
});

function readFeed(text: string, { url, limit, since }: FeedTask): Feed {
  const { title, link, description, entries } = entriesOf(parseFeed(text));
  const wanted = entries.filter(({ publishedAt }) => {
    return since === null || (publishedAt !== null && Date.parse(publishedAt) >= since);
  });
  const undated = since === null ? 0 : entries.filter(({ publishedAt }) => publishedAt === null).length;
  return {
    title: lineOf(title, url),
    ...given("link", absolute(link, url)),
    ...given("description", description && lineOf(description, url)),
    items: newestFirst(wanted)
      .slice(0, limit)
      .map((entry, place) => itemOf(entry, place, url)),
    ...(undated > 0 && { undated }),
  };
}

/** By date where there is one; what has none keeps its place behind. */
function newestFirst(entries: FeedEntry[]): FeedEntry[] {
  return entries.toSorted((a, b) => (b.publishedAt ?? "").localeCompare(a.publishedAt ?? ""));
}

function itemOf(entry: FeedEntry, place: number, base: string): FeedItem {
  const title = lineOf(entry.title, base);
  const url = absolute(entry.url, base);
  const { publishedAt, author, summary, content } = entry;
  return {
    id: (entry.id ?? url ?? `${title || "item"} ${publishedAt ?? place + 1}`).trim(),
    title,
    ...given("url", url),
    ...given("publishedAt", publishedAt ?? undefined),
    ...given("author", author && lineOf({ text: author, isHtml: true }, base)),
    ...given("summary", summary && plainOf(summary, base)),
    ...given("content", content && markdownOf(content, base)),
  };
}

function lineOf(text: FeedText, base: string): string {
  return plainOf(text, base).replace(/\s+/g, " ");
}

function plainOf({ text, isHtml }: FeedText, base: string): string {
  return isHtml && /[<&]/.test(text) ? htmlToText(text, base) : text.trim();
}

function markdownOf({ text, isHtml }: FeedText, base: string): string {
  return isHtml ? htmlToMarkdown(text, base).markdown : text.trim();
}

function absolute(address: string | undefined, base: string): string | undefined {
  const url = address === undefined ? null : URL.parse(address.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function given<Name extends string>(name: Name, text: string | undefined): { [name in Name]?: string } {
  return text === undefined || text === "" ? {} : ({ [name]: text } as { [name in Name]: string });
}
