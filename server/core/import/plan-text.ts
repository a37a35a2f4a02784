/** A part of a message that may hold a plan. */
export type Candidate = { text: string; form: "json" | "markdown" | "mermaid" };

/** The fenced blocks of a text with the word behind the fence; an open last block goes to the end. */
function fencedBlocks(text: string): { language: string; text: string }[] {
  const blocks: { language: string; text: string }[] = [];
  let open: { fence: string; language: string; lines: string[] } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const [, fence = "", language = ""] = /^\s{0,12}(`{3,}|~{3,})\s*([\w+-]*)/.exec(line) ?? [];
    if (!open) {
      if (fence !== "") open = { fence, language: language.toLowerCase(), lines: [] };
    } else if (fence.startsWith(open.fence) && line.trim() === fence) {
      blocks.push({ language: open.language, text: open.lines.join("\n") });
      open = null;
    } else {
      open.lines.push(line);
    }
  }
  if (open) blocks.push({ language: open.language, text: open.lines.join("\n") });
  return blocks;
}

const TITLE_LINE = /^#(?: |$)/m;
const STEPS_LINE = /^## Steps[ \t]*$/m;
const ID_LINE = /^[ \t]*[-*+][ \t]+Id:/m;
// Outside of a fence, these words may begin any text; with a direction behind them they do not.
const FLOWCHART = /^\s*(?:graph|flowchart)[ \t]+(?:TB|TD|BT|RL|LR)(?=[\s;])/i;

/** The JSON that a message consists of, sound or broken; null when it is words, a list or anything else. */
export function wholeJson(message: string): string | null {
  const text = message.trim();
  const [line = ""] = text.split("\n", 1);
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
  if (mark === undefined) return looksLikeJson(text) ? text : null;
  const [language = ""] = line.slice(mark.length).trim().toLowerCase().split(" ", 1);
  const inside = text.slice(line.length + 1);
  const end = inside.trimEnd().endsWith(mark) ? inside.lastIndexOf(mark) : inside.length;
  const body = inside.slice(0, end);
  if (body.includes(mark)) return null;
  if (language === "json") return body;
  return language === "" && looksLikeJson(body.trim()) ? body : null;
}

/** Whether a text that begins with a bracket is data, and no task list, placeholder or sentence. */
function looksLikeJson(text: string): boolean {
  if (/^\[[ xX]?\]\s*\S|^\[[ xX]\]|^\{[{%#]/.test(text)) return false;
  const closedAt = endOfBrackets(text);
  const end = closedAt ?? text.length;
  const rest = text.slice(end).trim();
  // Behind the end stands a slip of the keys, another value after one with quotes, or words.
  const isSlip = /^[\]},:;\s]*$/.test(rest);
  if (!isSlip && !(/^[,\s]*[[{\]}"]/.test(rest) && text.slice(0, end).includes('"'))) return false;
  if (text.startsWith("{")) return true;
  if (!text.startsWith("[") || /^\[[^\]]*\]\s*[([:]/.test(text)) return false;
  const isValue = /^\[\s*(?:[[\]{"']|-?\d|(?:true|false|null)\b|$)/.test(text);
  return isValue || (closedAt === null ? !/\s/.test(text) : /[,:"{]/.test(text));
}

/** Where the first bracket is closed again; null when it never is. Texts in quotes are left out. */
function endOfBrackets(text: string): number | null {
  let depth = 0;
  for (const { 0: part, 1: close, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*("?)|[[\]{}]/g)) {
    // A quote that is not closed on its line is no quote.
    for (const bracket of close === '"' ? [] : part.matchAll(/[[\]{}]/g)) {
      depth += bracket[0] === "[" || bracket[0] === "{" ? 1 : -1;
      if (depth <= 0) return index + bracket.index + 1;
    }
  }
  return null;
}

/** Whether a text looks like the Markdown that plans are written in, and like no brief. */
function isPlanMarkdown(text: string): boolean {
  return TITLE_LINE.test(text) && STEPS_LINE.test(text) && ID_LINE.test(text);
}

/** Where a message may hold a plan, the likeliest place first. */
export function planCandidates(message: string): Candidate[] {
  const candidates: Candidate[] = [];
  if (isPlanMarkdown(message)) candidates.push({ form: "markdown", text: message });
  for (const { language, text } of fencedBlocks(message)) {
    if (language === "mermaid" || /^\s*(?:graph|flowchart)\b/i.test(text))
      candidates.push({ form: "mermaid", text });
    if (isPlanMarkdown(text)) candidates.push({ form: "markdown", text });
    if (
      (language === "json" || /^\s*[[{]/.test(text)) &&
      !/^(ya?ml|mermaid|python|py|js|ts|javascript|typescript)$/.test(language)
    ) {
      candidates.push({ form: "json", text });
    }
  }
  if (FLOWCHART.test(message)) candidates.push({ form: "mermaid", text: message });
  const trimmed = message.trim();
  if (/^[[{]/.test(trimmed)) candidates.push({ form: "json", text: trimmed });
  for (const [open, close] of [
    ["{", "}"],
    ["[", "]"],
  ] as const) {
    const [start, end] = [message.indexOf(open), message.lastIndexOf(close)];
    if (start !== -1 && end > start) candidates.push({ form: "json", text: message.slice(start, end + 1) });
  }
  return candidates;
}

/** Whether JSON that cannot be read was clearly meant to be a plan. */
export function wantedToBePlan(text: string): boolean {
  return /["']?\b(steps|tasks)\b["']?\s*:/i.test(text) || /["']?\b(depends_?on|needs)\b["']?\s*:/i.test(text);
}
