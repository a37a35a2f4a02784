import type { Page } from "#web/api.ts";
import type { PlannerMessage } from "./planner-message.ts";

/** The messages that were read, newest first and without a gap; `nextCursor` leads to what is older. */
export type KnownMessages = Page<PlannerMessage>;

type ReadPage = (cursor: string | null) => Promise<KnownMessages>;

/**
 * What is new, as far back as the newest message that `known` holds; only the newest page when it
 * holds none.
 */
export async function readNews(known: KnownMessages | undefined, readPage: ReadPage): Promise<KnownMessages> {
  const ids = new Set(known?.items.map((message) => message.id));
  let news = await readPage(null);
  while (ids.size > 0 && news.nextCursor !== null && !news.items.some((message) => ids.has(message.id))) {
    news = withEarlier(news, await readPage(news.nextCursor));
  }
  return news;
}

/** What is known with the news: they replace what they tell again. */
export function withNews(known: KnownMessages | undefined, news: KnownMessages): KnownMessages {
  const told = new Set(news.items.map((message) => message.id));
  const oldest = known?.items.findLastIndex((message) => told.has(message.id)) ?? -1;
  if (!known || oldest < 0) return news;
  const earlier = known.items.slice(oldest + 1);
  return earlier.length === 0 ? news : { ...known, items: [...news.items, ...earlier] };
}

/** What is known with a page of older messages behind it. */
export function withEarlier(known: KnownMessages, earlier: KnownMessages): KnownMessages {
  const ids = new Set(known.items.map((message) => message.id));
  return {
    items: [...known.items, ...earlier.items.filter((message) => !ids.has(message.id))],
    nextCursor: earlier.nextCursor,
  };
}
