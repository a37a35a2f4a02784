import type { BlockContent, InlineCode, Paragraph, PhrasingContent, RootContent } from "mdast";
import { toString as plainText } from "mdast-util-to-string";
import { z } from "zod";

// Text that Markdown keeps as it is on one line: no line ends, control characters or lone surrogates,
// and no white space at its edges.
const PLAIN = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;
// What a fenced block keeps, one line or many.
const BLOCK = /^[^\p{Cs}\p{Zl}\p{Zp}\x00-\x09\x0b-\x1f\x7f-\x9f]*$/u;

function isPlain(text: string): boolean {
  return PLAIN.test(text) && text === text.trim();
}

function jsonCode(value: unknown): InlineCode {
  return { type: "inlineCode", value: JSON.stringify(value) };
}

/** A text inside a line: as it is where Markdown keeps it, otherwise as quoted JSON in code. */
export function inlineText(text: string): PhrasingContent {
  return isPlain(text) ? { type: "text", value: text } : jsonCode(text);
}

/** A text as code: as it is where that is clear, otherwise as quoted JSON. */
export function codeText(text: string): InlineCode {
  return isPlain(text) && !text.startsWith('"') ? { type: "inlineCode", value: text } : jsonCode(text);
}

/** A text on its own: a paragraph, a fenced block for several lines, or quoted JSON in code. */
export function blockText(text: string): BlockContent {
  if (text.includes("\n") && BLOCK.test(text)) return { type: "code", lang: "text", value: text };
  return { type: "paragraph", children: [inlineText(text)] };
}

/** JSON as code: short on the line, longer as a block. */
export function jsonBlock(value: unknown): BlockContent {
  const short = JSON.stringify(value);
  if (short.length <= 60) return { type: "paragraph", children: [jsonCode(value)] };
  return { type: "code", lang: "json", value: JSON.stringify(value, null, 2) };
}

/** `Label: text` as a line, or the label with a block below it. */
export function labelled(label: string, content: BlockContent): BlockContent[] {
  if (content.type !== "paragraph")
    return [{ type: "paragraph", children: [{ type: "text", value: `${label}:` }] }, content];
  const [first, ...rest] = content.children;
  const children: PhrasingContent[] =
    first?.type === "text"
      ? [{ type: "text", value: `${label}: ${first.value}` }, ...rest]
      : [{ type: "text", value: `${label}: ` }, ...content.children];
  return [{ type: "paragraph", children }];
}

/** The text of a code as `codeText` writes it. */
export function readCode({ value }: InlineCode): string {
  return value.startsWith('"') ? (parsedText(value) ?? value) : value;
}

/** The text that `inlineText` wrote: one code is quoted JSON, everything else means its text. */
export function readInline(children: readonly PhrasingContent[]): string {
  const [only, ...others] = children;
  if (only?.type === "inlineCode" && others.length === 0) return readCode(only);
  return plainText({ type: "paragraph", children: [...children] } satisfies Paragraph);
}

/** The text that `blockText` wrote. */
export function readBlock(node: RootContent): string {
  if (node.type === "code") return node.value;
  return node.type === "paragraph" ? readInline(node.children) : plainText(node);
}

function parsedText(json: string): string | undefined {
  try {
    return z.string().safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

type Field = { label: string; children: PhrasingContent[]; block: RootContent | null };

/** What `labelled` wrote, taken apart again; null when it has no label. */
export function readLabelled(blocks: readonly RootContent[]): Field | null {
  const [line, block = null] = blocks;
  if (line?.type !== "paragraph") return null;
  const [first, ...rest] = line.children;
  if (first?.type !== "text") return null;
  const match = /^([^:]+):(?: |$)/.exec(first.value);
  if (!match?.[1]) return null;
  const value = first.value.slice(match[0].length);
  const children: PhrasingContent[] = value === "" ? rest : [{ type: "text", value }, ...rest];
  return { label: match[1], children, block };
}
