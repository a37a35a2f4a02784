import { memo, useMemo, useRef } from "react";
import { growBlocks, NO_BLOCKS, parseMarkdown } from "./markdown-blocks.ts";
import styles from "./markdown.module.css";
import { renderChildren } from "./markdown-nodes.tsx";
import { repairMarkdown } from "./repair-markdown.ts";

type MarkdownProps = { text: string; isStreaming?: boolean };

export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const known = useRef(NO_BLOCKS);
  const { state, last } = useMemo(() => growBlocks(known.current, text), [text]);
  known.current = state;
  return (
    <div className={styles["markdown"]}>
      {state.settled.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: settled blocks never move.
        <Block key={index} source={source} />
      ))}
      {last.trim() !== "" && (
        <Block key={state.settled.length} source={isStreaming ? repairMarkdown(last) : last} />
      )}
    </div>
  );
}

const Block = memo(function Block({ source }: { source: string }) {
  return <>{renderChildren(parseMarkdown(source))}</>;
});
