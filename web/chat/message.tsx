import { memo } from "react";
import { joinClasses } from "#web/join-classes.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { IssueList } from "#web/ui/issue-list.tsx";
import { Note } from "#web/ui/note.tsx";
import { EditChips } from "./edit-chips.tsx";
import { Markdown } from "./markdown.tsx";
import styles from "./message.module.css";
import { messageBlocks } from "./message-blocks.ts";
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
      {blocks.map((block, index) => {
        const key = `${block.type}.${index}`;
        switch (block.type) {
          case "text":
            return <Markdown key={key} text={block.text} isStreaming={isStreaming && index === blocks.length - 1} />;
          case "calls":
            return <EditChips key={key} calls={block.calls} />;
          case "revision":
            return <RevisionCard key={key} data={block.data} onShow={onShowRevision} />;
          case "snapshot":
            return (
              <Note key={key} level="info">
                Saved revision {block.data.revision} as snapshot {block.data.version}. New runs follow it.
                <IssueList issues={block.data.issues} />
              </Note>
            );
          case "proposal":
            return <ProposalCard key={key} slug={slug} proposal={block.data} isCurrent={isLast} />;
          case "notice":
            return (
              <Note key={key} level={block.data.level}>
                {block.data.text}
              </Note>
            );
        }
      })}
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
