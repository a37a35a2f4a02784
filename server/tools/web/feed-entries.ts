import type { AtomFeed, JsonFeed, RdfFeed, RssFeed, parseFeed } from "feedsmith";
import { feedDate } from "./feed-date.ts";

/** Text as the feed gives it: HTML or plain. */
export type FeedText = { text: string; isHtml: boolean };

/** An item of whatever format, before its texts are turned into what people read. */
export type FeedEntry = {
  id: string | undefined;
  title: FeedText;
  url: string | undefined;
  publishedAt: string | null;
  author: string | undefined;
  summary: FeedText | undefined;
  content: FeedText | undefined;
};
export type FeedHead = { title: FeedText; link: string | undefined; description: FeedText | undefined };
type ParsedFeed = ReturnType<typeof parseFeed<string>>;

export function entriesOf(parsed: ParsedFeed): FeedHead & { entries: FeedEntry[] } {
  switch (parsed.format) {
    case "rss":
      return { ...headOf(parsed.feed), entries: (parsed.feed.items ?? []).map(rssEntry) };
    case "rdf":
      return { ...headOf(parsed.feed), entries: (parsed.feed.items ?? []).map(rdfEntry) };
    case "atom":
      return atomFeed(parsed.feed);
    case "json":
      return jsonFeed(parsed.feed);
  }
}

function headOf(feed: Pick<RssFeed.Feed<string>, "title" | "link" | "description">): FeedHead {
  return { title: html(feed.title) ?? plain(""), link: feed.link, description: html(feed.description) };
}

function rssEntry(item: RssFeed.Item<string>): FeedEntry {
  const guid = item.guid?.value;
  const permalink = item.guid?.isPermaLink !== false && /^https?:\/\//i.test(guid ?? "") ? guid : undefined;
  const [author] = item.authors ?? [];
  return {
    id: guid,
    title: html(item.title) ?? plain(""),
    url: item.link ?? permalink,
    publishedAt: firstDate(item.pubDate, item.dc?.dates?.[0]),
    author: author?.name ?? author?.email ?? item.dc?.creators?.[0],
    summary: html(item.description),
    content: html(item.content?.encoded),
  };
}

function rdfEntry(item: RdfFeed.Item<string>): FeedEntry {
  return {
    id: item.rdf?.about,
    title: html(item.title) ?? plain(""),
    url: item.link,
    publishedAt: firstDate(item.dc?.dates?.[0]),
    author: item.dc?.creators?.[0],
    summary: html(item.description),
    content: html(item.content?.encoded),
  };
}

function atomFeed(feed: AtomFeed.Feed<string>): FeedHead & { entries: FeedEntry[] } {
  return {
    title: atomText(feed.title) ?? plain(""),
    link: atomLink(feed.links),
    description: atomText(feed.subtitle),
    entries: (feed.entries ?? []).map((entry) => ({
      id: entry.id,
      title: atomText(entry.title) ?? plain(""),
      url: atomLink(entry.links),
      publishedAt: firstDate(entry.published, entry.updated),
      author: (entry.authors ?? feed.authors)?.[0]?.name,
      summary: atomText(entry.summary),
      content: atomText(entry.content),
    })),
  };
}

function jsonFeed(feed: JsonFeed.Feed<string>): FeedHead & { entries: FeedEntry[] } {
  return {
    title: plain(feed.title ?? ""),
    link: feed.home_page_url,
    description: feed.description === undefined ? undefined : plain(feed.description),
    entries: (feed.items ?? []).map((item) => ({
      id: item.id,
      title: plain(item.title ?? ""),
      url: item.url ?? item.external_url,
      publishedAt: firstDate(item.date_published, item.date_modified),
      author: (item.authors ?? feed.authors)?.[0]?.name,
      summary: item.summary === undefined ? undefined : plain(item.summary),
      content:
        html(item.content_html) ?? (item.content_text === undefined ? undefined : plain(item.content_text)),
    })),
  };
}

function atomText(text: { value?: string; type?: string } | undefined): FeedText | undefined {
  if (text?.value === undefined) return undefined;
  return { text: text.value, isHtml: /html|xml/i.test(text.type ?? "") };
}

function atomLink(links: AtomFeed.Link<string>[] | undefined): string | undefined {
  return (links?.find(({ rel }) => rel === undefined || rel === "alternate") ?? links?.[0])?.href;
}

function firstDate(...dates: (string | undefined)[]): string | null {
  return dates.map(feedDate).find((date) => date !== null) ?? null;
}

function html(text: string | undefined): FeedText | undefined {
  return text === undefined ? undefined : { text, isHtml: true };
}

function plain(text: string): FeedText {
  return { text, isHtml: false };
}
