import { itemAt } from "#server/core/item-at.ts";
import { fencedBlocks } from "./fenced-blocks.ts";
import { isPlanMarkdown } from "./markdown-labels.ts";
import { isFlowchart } from "./mermaid-graph.ts";

/** A part of a message that may hold a plan: the text, where it begins, and what of the message it takes up. */
export type Candidate = {
  text: string;
  form: "json" | "markdown" | "mermaid";
  textAt: number;
  start: number;
  end: number;
};

// Outside of a fence, these words may begin any text; with a direction behind them they do not.
const FLOWCHART = /^[ \t]*(?:graph|flowchart)(?:-elk)?[ \t]+(?:TB|TD|BT|RL|LR)(?=[\s;]|$)/im;
const MAX_FRONT_LINES = 200;
const OTHER_LANGUAGE = /^(ya?ml|mermaid|python|py|js|ts|javascript|typescript)$/;

/** Where a message may hold a plan, the likeliest place first. */
export function planCandidates(message: string): Candidate[] {
  const candidates: Candidate[] = [];
  const add = (form: Candidate["form"], start: number, end: number, textAt = start, text?: string) =>
    candidates.push({ form, start, end, textAt, text: text ?? message.slice(textAt, end) });
  const blocks = fencedBlocks(message);
  const words = withoutBlocks(message, blocks);
  if (isPlanMarkdown(words)) add("markdown", 0, message.length);
  for (const { language, text, start, textAt, end } of blocks) {
    if (language === "mermaid" || isFlowchart(text)) add("mermaid", start, end, textAt, text);
    if (isPlanMarkdown(text)) add("markdown", start, end, textAt, text);
    if ((language === "json" || /^\s*[[{]/.test(text)) && !OTHER_LANGUAGE.test(language))
      add("json", start, end, textAt, text);
  }
  const flowchart = FLOWCHART.exec(words);
  if (flowchart) add("mermaid", startOfFlowchart(message, flowchart.index), message.length);
  const trimmed = message.trim();
  const trimmedAt = message.indexOf(trimmed);
  if (/^[[{]/.test(trimmed)) add("json", trimmedAt, trimmedAt + trimmed.length);
  for (const [open, close] of [
    ["{", "}"],
    ["[", "]"],
  ] as const) {
    const [start, end] = [message.indexOf(open), message.lastIndexOf(close)];
    if (start !== -1 && end > start) add("json", start, end + 1);
  }
  return candidates;
}

/** Where a flowchart begins with the comments and the front matter above its first line. */
function startOfFlowchart(message: string, headerAt: number): number {
  const above = message.slice(0, headerAt).split("\n").slice(0, -1);
  const isFence = (line: string) => line.trim() === "---";
  let first = above.length;
  while (first > 0 && /^[ \t]*(?:%%.*)?$/.test(itemAt(above, first - 1))) first -= 1;
  const close = first - 1;
  if (close > 0 && isFence(itemAt(above, close))) {
    const open = above.slice(Math.max(0, close - MAX_FRONT_LINES), close).findLastIndex(isFence);
    if (open !== -1) first = Math.max(0, close - MAX_FRONT_LINES) + open;
  }
  return above.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0);
}

/** A text of the same length and lines, with nothing in its fenced blocks. */
function withoutBlocks(message: string, blocks: readonly { start: number; end: number }[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of blocks) {
    pieces.push(message.slice(at, start), message.slice(start, end).replace(/[^\n]/g, " "));
    at = end;
  }
  return `${pieces.join("")}${message.slice(at)}`;
}

/** Whether JSON that cannot be read was clearly meant to be a plan. */
export function wantedToBePlan(text: string): boolean {
  return /["']?\b(steps|tasks)\b["']?\s*:/i.test(text) || /["']?\b(depends_?on|needs)\b["']?\s*:/i.test(text);
}
