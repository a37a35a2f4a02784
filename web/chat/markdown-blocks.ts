import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";

const processor = unified().use(remarkParse).use(remarkGfm).freeze();

export function parseMarkdown(source: string): Root {
  return processor.parse(source);
}

/** Settled blocks and the offset behind them; the text before it is not parsed again. */
export type BlockState = { settled: readonly string[]; prefix: string };

export const NO_BLOCKS: BlockState = { settled: [], prefix: "" };

/**
 * Takes a growing text up where it was left: only what follows the last settled block is parsed, which
 * keeps the cost of an update flat however long the text gets.
 */
export function growBlocks(state: BlockState, text: string): { state: BlockState; last: string } {
  const start = text.startsWith(state.prefix) ? state : NO_BLOCKS;
  const tail = text.slice(start.prefix.length);
  const offsets = parseMarkdown(tail).children.map((node) => node.position?.start.offset ?? 0);
  const lastOffset = offsets.at(-1) ?? 0;
  const settled = offsets
    .slice(0, -1)
    .map((offset, index) => tail.slice(offset, offsets[index + 1]).trimEnd());
  return {
    state: {
      settled: [...start.settled, ...settled],
      prefix: text.slice(0, start.prefix.length + (offsets.length > 1 ? lastOffset : 0)),
    },
    last: offsets.length > 1 ? tail.slice(lastOffset) : tail,
  };
}
