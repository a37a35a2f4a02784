import { shortened } from "#server/core/characters.ts";
import { bytesText } from "#web/bytes-text.ts";

const LONG = 4_000;
const FIRST_LINES = 3;
const LINE_END = 160;

/** Whether a text is too long to be read as a message: it is folded, and nothing in it is looked for. */
export function isLongText(text: string): boolean {
  return text.length > LONG;
}

/** What a long text is, how much of it there is, and how it begins. */
export function longTextFacts(text: string): { name: string; size: string; firstLines: string } {
  const start = text.trimStart().slice(0, FIRST_LINES * LINE_END * 2);
  const lines = start.split("\n", FIRST_LINES).map((line) => shortened(line, LINE_END));
  return {
    name: /"steps"\s*:/u.test(text) ? "Pasted plan" : "Long message",
    size: bytesText(new TextEncoder().encode(text).length),
    firstLines: lines.join("\n"),
  };
}
