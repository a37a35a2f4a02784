import { parseHTML } from "linkedom";

const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json|json)$/i;
const MOST = 10;

/** The feeds that a web page says it has. */
export function feedLinksOf(html: string, base: string): string[] {
  const { document } = parseHTML(html);
  const found = [...(document.documentElement?.querySelectorAll("link[rel~=alternate][href]") ?? [])]
    .filter((link) => FEED_TYPES.test(link.getAttribute("type") ?? ""))
    .map((link) => URL.parse(link.getAttribute("href") ?? "", base))
    .filter((link) => link?.protocol === "http:" || link?.protocol === "https:")
    .map((link) => link?.href ?? "");
  return [...new Set(found)].slice(0, MOST);
}
