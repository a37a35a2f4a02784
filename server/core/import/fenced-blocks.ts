/** A fenced block: the word behind its fence, what stands in it, and where in the text all that is. */
export type Block = { language: string; text: string; start: number; textAt: number; end: number };

const FENCE = /^\s{0,12}(`{3,}|~{3,})\s*([\w+-]*)/;

/** The fenced blocks of a text; an open last block goes to the end. */
export function fencedBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; start: number; textAt: number } | null = null;
  let at = 0;
  for (const line of text.split("\n")) {
    const [, fence = "", language = ""] = FENCE.exec(line) ?? [];
    const next = at + line.length + 1;
    if (!open) {
      if (fence !== "") open = { fence, language: language.toLowerCase(), start: at, textAt: next };
    } else if (fence.startsWith(open.fence) && line.trim() === fence) {
      blocks.push(blockOf(open, text, Math.max(open.textAt, at - 1), next - 1));
      open = null;
    }
    at = next;
  }
  if (open) blocks.push(blockOf(open, text, text.length, text.length));
  return blocks;
}

function blockOf(
  { language, start, textAt }: { language: string; start: number; textAt: number },
  text: string,
  textEnd: number,
  end: number,
): Block {
  return { language, text: text.slice(textAt, textEnd), start, textAt, end };
}
