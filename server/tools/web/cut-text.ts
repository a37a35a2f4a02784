import type { ToolCallContext } from "#server/context.ts";

export type Hide = NonNullable<ToolCallContext["hide"]>;

// More of a text than is kept, so that a secret at the cut is seen whole.
const MARGIN = 20_000;

/** The beginning of a text that is too long, with a line that says so. Secrets are hidden before it is cut. */
export function cutText(text: string, most: number, what: string, hide?: Hide): string {
  const start = cutLine(text, most, hide);
  if (text.length <= most) return start;
  return `${start}\n\n[Cut here: ${what} has ${text.length} characters, of which these are the first ${start.length}.]`;
}

/** The beginning of a text that is too long, and nothing else. Secrets are hidden before it is cut. */
export function cutLine(text: string, most: number, hide: Hide = (given) => given): string {
  const isLong = text.length > most + MARGIN;
  const hidden = isLong ? hide(text.slice(0, most + MARGIN), ["end"]) : hide(text);
  if (hidden.length <= most) return hidden;
  // A sign of two units is not cut in half.
  return hidden.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** Markdown in which no secret stands, written with its escapes or without them. */
export function hiddenMarkdown(markdown: string, hide: Hide = (given) => given): string {
  const plain = markdown
    .replace(/&#x([0-9A-F]{1,6});/gi, (all, code: string) => characterOf(code) ?? all)
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "");
  const hidden = hide(plain);
  return hidden === plain ? hide(markdown) : hidden;
}

function characterOf(code: string): string | null {
  const point = Number.parseInt(code, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : null;
}
