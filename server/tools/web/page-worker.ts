import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { answerTasks } from "#server/tools/work-reply.ts";
import { decodeMarkup } from "./decode-markup.ts";
import { type PageLink, htmlToMarkdown } from "./html-markdown.ts";

export type PageTask = { bytes: Uint8Array; contentType: string; url: string };
export type Page = {
  title: string;
  byline?: string;
  siteName?: string;
  language?: string;
  markdown: string;
  links: PageLink[];
};
/** What the process answers: the page, or why there is none. */
export type PageAnswer = { page: Page } | { problem: string };

answerTasks((task: PageTask): PageAnswer => {
  try {
    return { page: readPage(task) };
  } catch (error) {
    if (error instanceof RangeError) return { problem: "is nested too deeply to be read" };
    throw error;
  }
});

function readPage({ bytes, contentType, url }: PageTask): Page {
  const html = decodeMarkup(bytes, contentType, false);
  const { content, base, ...facts } = readArticle(html, url);
  const readable = htmlToMarkdown(content, base);
  const { markdown, links } = readable.markdown === "" ? htmlToMarkdown(html, base) : readable;
  return { ...facts, markdown, links };
}

/** The readable part as HTML, and what the page says of itself. Its document is given up before the next step. */
function readArticle(html: string, url: string) {
  // Of a text without a tag, linkedom makes a document that its own getters break on.
  const document = html.includes("<") ? parseHTML(html).document : null;
  const root = document?.documentElement ?? null;
  const base = URL.parse(root?.querySelector("base[href]")?.getAttribute("href") ?? "", url)?.href ?? url;
  const title = words(root?.querySelector("title")?.textContent);
  const language = words(root?.getAttribute("lang"));
  const isDocument = root?.querySelector("body") != null;
  const article = document !== null && isDocument ? new Readability(document).parse() : null;
  return {
    content: article?.content ?? "",
    base,
    title: words(article?.title) || title,
    ...optional("byline", words(article?.byline)),
    ...optional("siteName", words(article?.siteName)),
    ...optional("language", words(article?.lang) || language),
  };
}

function words(text: string | null | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

function optional<Name extends string>(name: Name, text: string): { [name in Name]?: string } {
  return text === "" ? {} : ({ [name]: text } as { [name in Name]: string });
}
