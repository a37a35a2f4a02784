import { memo } from "react";
import { joinClasses } from "#web/join-classes.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { IssueList } from "#web/ui/issue-list.tsx";
import { Note } from "#web/ui/note.tsx";
import { EditChips } from "./edit-chips.tsx";
import { Markdown } from "./markdown.tsx";
import styles from "./message.module.css";
import { type MessageBlock, messageBlocks } from "./message-blocks.ts";
import { messageText, type PlannerMessage } from "./planner-message.ts";
import { ProposalCard } from "./proposal-card.tsx";
import { RevisionCard } from "./revision-card.tsx";

type MessageProps = {
  slug: string;
  message: PlannerMessage;
  isStreaming: boolean;
  isLast: boolean;
  onShowRevision: (revision: number) => void;
};

export const Message = memo(function Message(props: MessageProps) {
  return props.message.role === "user" ? <PersonMessage {...props} /> : <PlannerReply {...props} />;
});

function PersonMessage({ message }: MessageProps) {
  return (
    <article className={joinClasses(styles["message"], styles["person"])} aria-label="You">
      <div className={styles["bubble"]}>
        <Markdown text={messageText(message)} />
      </div>
    </article>
  );
}

function PlannerReply({ slug, message, isStreaming, isLast, onShowRevision }: MessageProps) {
  const blocks = messageBlocks(message);
  const text = messageText(message);
  return (
    <article className={styles["message"]} aria-label="Planner" aria-busy={isStreaming}>
      {blocks.map((block, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end.
          key={`${block.type}.${index}`}
          slug={slug}
          block={block}
          isStreaming={isStreaming && index === blocks.length - 1}
          isLast={isLast}
          onShowRevision={onShowRevision}
        />
      ))}
      {isStreaming && <span className={styles["caret"]} aria-hidden />}
      {message.metadata?.stopped && <p className={styles["stopped"]}>Stopped here.</p>}
      {!isStreaming && text !== "" && (
        <div className={styles["actions"]} data-last={isLast || undefined}>
          <CopyButton text={text} label="Copy reply" />
        </div>
      )}
    </article>
  );
}

type BlockProps = Pick<MessageProps, "slug" | "isStreaming" | "isLast" | "onShowRevision"> & {
  block: MessageBlock;
};

function Block({ slug, block, isStreaming, isLast, onShowRevision }: BlockProps) {
  switch (block.type) {
    case "text":
      return <Markdown text={block.text} isStreaming={isStreaming} />;
    case "calls":
      return <EditChips calls={block.calls} />;
    case "revision":
      return <RevisionCard data={block.data} onShow={onShowRevision} />;
    case "snapshot":
      return (
        <Note level="info">
          Saved revision {block.data.revision} as snapshot {block.data.version}. New runs follow it.
          <IssueList issues={block.data.issues} />
        </Note>
      );
    case "proposal":
      return <ProposalCard slug={slug} proposal={block.data} isCurrent={isLast} />;
    case "notice":
      return <Note level={block.data.level}>{block.data.text}</Note>;
  }
}
