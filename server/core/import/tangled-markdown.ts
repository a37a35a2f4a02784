// Reading nested lists and quotes, and emphasis, takes time by the square of what one line or paragraph
// holds of them or worse. What people and this program write stays far below.
const MAX_NESTED = 10;
const MAX_MARKS = 3_000;
// A line of the same marks alone is a rule between paragraphs.
const RULE = /(?![ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*)+)$)/;
const OPENS = /[ \t]*(?:>|[-*+](?=[ \t>])|\d{1,9}[.)](?=[ \t>]))/;
const NESTED = new RegExp(`^${RULE.source}(?:${OPENS.source}){${MAX_NESTED + 1}}`, "m");
const MARKS = /\*+|_+/g;

/** Why a Markdown document would take too long to read; null when it does not. */
export function tangleOf(written: string): string | null {
  const text = written.replace(/\r\n?/g, "\n");
  const nested = NESTED.exec(text);
  if (nested)
    return `Line ${lineOf(text, nested.index)} opens more than ${MAX_NESTED} lists or quotes in one another.`;
  let start = 0;
  let work = 0;
  for (const paragraph of text.split("\n\n")) {
    const count = paragraph.match(MARKS)?.length ?? 0;
    work += count ** 2;
    if (work > MAX_MARKS ** 2)
      return `The paragraph at line ${lineOf(text, start)} has more "*" and "_" than can be read. Bring the plan in as JSON.`;
    start += paragraph.length + 2;
  }
  return null;
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
