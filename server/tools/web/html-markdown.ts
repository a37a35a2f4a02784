import { toString as textOf } from "mdast-util-to-string";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkGfm from "remark-gfm";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import { type HtmlNode, cleanTree } from "./html-tree.ts";

export type PageLink = { text: string; url: string };

type TextNode = { type: string; url?: string; children?: TextNode[] };

const MAX_LINKS = 500;

/** The Markdown of a piece of HTML or a whole page, and the links in it, each once. */
export function htmlToMarkdown(html: string, base: string): { markdown: string; links: PageLink[] } {
  const tree = markdownTree(html, base);
  const markdown = unified()
    .use(remarkGfm)
    .use(remarkStringify, { bullet: "-", rule: "-", emphasis: "_", fences: true })
    .stringify(tree)
    .trim();
  return { markdown, links: linksOf(tree) };
}

/** What a piece of HTML says, without its form. */
export function htmlToText(html: string, base: string): string {
  const blocks = (markdownTree(html, base) as TextNode).children ?? [];
  return blocks
    .map((block) => textOf(block))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

function markdownTree(html: string, base: string) {
  const tree = unified().use(rehypeParse, { fragment: true }).parse(html);
  // The tree's own types are wider than what is read of it.
  const cleaned = cleanTree(tree as HtmlNode, base) as typeof tree;
  return unified().use(rehypeRemark).runSync(cleaned);
}

function linksOf(tree: TextNode): PageLink[] {
  const links = new Map<string, PageLink>();
  const walk = (node: TextNode) => {
    if (links.size === MAX_LINKS) return;
    if (node.type === "link" && node.url !== undefined && !links.has(node.url)) {
      const text = textOf(node).replace(/\s+/g, " ").trim();
      links.set(node.url, { text, url: node.url });
    }
    node.children?.forEach(walk);
  };
  walk(tree);
  return [...links.values()];
}
