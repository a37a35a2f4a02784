import { type Hide, cutLine, cutText, hiddenMarkdown } from "./cut-text.ts";
import type { Feed, FeedItem } from "./feed-worker.ts";

const MAX_LINE = 500;
const MAX_ID = 2_000;
const MAX_SUMMARY = 2_000;
const MAX_CONTENT = 20_000;

/** The feed with its texts cut to what is given of them. */
export function shortenFeed(feed: Feed, hide: Hide | undefined): Feed {
  const { description } = feed;
  return {
    ...feed,
    title: cutLine(feed.title, MAX_LINE, hide),
    ...(description !== undefined && { description: cutLine(description, MAX_LINE, hide) }),
    items: feed.items.map((item) => shortenItem(item, hide)),
  };
}

function shortenItem(item: FeedItem, hide: Hide | undefined): FeedItem {
  const { id, title, author, summary, content } = item;
  return {
    ...item,
    id: cutLine(id, MAX_ID, hide),
    title: cutLine(title, MAX_LINE, hide),
    ...(author !== undefined && { author: cutLine(author, MAX_LINE, hide) }),
    ...(summary !== undefined && { summary: cutText(summary, MAX_SUMMARY, "the summary", hide) }),
    ...(content !== undefined && {
      content: cutText(hiddenMarkdown(content, hide), MAX_CONTENT, "the item"),
    }),
  };
}
