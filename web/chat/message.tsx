import { memo } from "react";
import type { AgentView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Note } from "#web/ui/note.tsx";
import { EditChips } from "./edit-chips.tsx";
import { Markdown } from "./markdown.tsx";
import styles from "./message.module.css";
import { type MessageBlock, messageBlocks } from "./message-blocks.ts";
import { messageText, type PlannerMessage } from "./planner-message.ts";
import { RevisionCard } from "./revision-card.tsx";
import { RunProposal } from "./run-proposal.tsx";
import { SnapshotCard } from "./snapshot-card.tsx";
import { TriggerProposal } from "./trigger-proposal.tsx";

type MessageProps = {
  slug: string;
  lastRun: AgentView["lastRun"];
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

function PlannerReply({ slug, lastRun, message, isStreaming, isLast, onShowRevision }: MessageProps) {
  const blocks = messageBlocks(message);
  const text = messageText(message);
  const saidAt = message.metadata?.createdAt;
  const started = lastRun && saidAt !== undefined && lastRun.createdAt > saidAt ? lastRun : null;
  return (
    <article className={styles["message"]} aria-label="Planner" aria-busy={isStreaming}>
      {blocks.map((block, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end.
          key={`${block.type}.${index}`}
          slug={slug}
          block={block}
          text={text}
          started={started}
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
  text: string;
  started: AgentView["lastRun"];
};

function Block({ slug, block, text, started, isStreaming, isLast, onShowRevision }: BlockProps) {
  switch (block.type) {
    case "text":
      return <Markdown text={block.text} isStreaming={isStreaming} />;
    case "calls":
      return <EditChips calls={block.calls} />;
    case "revision":
      return <RevisionCard data={block.data} onShow={onShowRevision} />;
    case "snapshot":
      return <SnapshotCard data={block.data} replyText={text} />;
    case "proposal":
      return block.data.type === "run" ? (
        <RunProposal slug={slug} input={block.data.input} isCurrent={isLast} started={started} />
      ) : (
        <TriggerProposal proposal={block.data} />
      );
    case "notice":
      return <Note level={block.data.level}>{block.data.text}</Note>;
  }
}
