/** A part of a message that may hold a plan. */
export type Candidate = { text: string; form: "json" | "markdown" | "mermaid" };

/** The fenced blocks of a text with the word behind the fence; an open last block goes to the end. */
function fencedBlocks(text: string): { language: string; text: string }[] {
  const blocks: { language: string; text: string }[] = [];
  let open: { fence: string; language: string; lines: string[] } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const fence = /^\s{0,12}(`{3,}|~{3,})\s*([\w+-]*)/.exec(line);
    if (!open) {
      if (fence) open = { fence: fence[1] ?? "", language: (fence[2] ?? "").toLowerCase(), lines: [] };
    } else if (fence?.[1]?.startsWith(open.fence) && line.trim() === fence[1]) {
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
const STEPS_LINE = /^## Steps\s*$/m;

/** Where a message may hold a plan, the likeliest place first. */
export function planCandidates(message: string): Candidate[] {
  const candidates: Candidate[] = [];
  if (TITLE_LINE.test(message) && STEPS_LINE.test(message))
    candidates.push({ form: "markdown", text: message });
  for (const { language, text } of fencedBlocks(message)) {
    if (/^\s*(?:graph|flowchart)\b/i.test(text)) candidates.push({ form: "mermaid", text });
    if (TITLE_LINE.test(text) && STEPS_LINE.test(text)) candidates.push({ form: "markdown", text });
    if (/^\s*[[{]/.test(text) && !/^(ya?ml|mermaid|python|py|js|ts|javascript|typescript)$/.test(language)) {
      candidates.push({ form: "json", text });
    }
  }
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
