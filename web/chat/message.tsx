import { RotateCcw } from "lucide-react";
import { memo, type ReactNode } from "react";
import { cameToNothing } from "#server/core/conversation.ts";
import type { AgentView } from "#server/core/views.ts";
import controls from "#web/ui/controls.module.css";
import { CopyButton } from "#web/ui/copy-button.tsx";
import styles from "./message.module.css";
import { MessageBlockView } from "./message-block-view.tsx";
import { messageBlocks } from "./message-blocks.ts";
import { MessageUsage } from "./message-usage.tsx";
import { PersonMessage } from "./person-message.tsx";
import { messageText, type PlannerMessage } from "./planner-message.ts";

type MessageProps = {
  slug: string;
  lastRun: AgentView["lastRun"];
  message: PlannerMessage;
  isStreaming: boolean;
  isLast: boolean;
  /** Whether a later message has accepted the correction that this one proposes. */
  isAccepted: boolean;
  onShowRevision: (revision: number) => void;
  onRephrase: ((message: PlannerMessage, text: string) => void) | null;
  onTakeBack: (text: string) => void;
  /** Asks for another reply to the same words; null while that is not possible. */
  onAskAgain: (() => void) | null;
  /** Sends the message of a reply that came to nothing again. */
  onSendAgain: (() => void) | null;
  children?: ReactNode;
};

export const Message = memo(function Message(props: MessageProps) {
  return props.message.role === "user" ? <PersonMessage {...props} /> : <PlannerReply {...props} />;
});

function PlannerReply(props: MessageProps) {
  const { slug, lastRun, message, isStreaming, isLast, onShowRevision, onAskAgain, onSendAgain } = props;
  const { isAccepted } = props;
  const blocks = messageBlocks(message);
  const text = messageText(message);
  const saidAt = message.metadata?.createdAt;
  const started = lastRun && saidAt !== undefined && lastRun.createdAt > saidAt ? lastRun : null;
  const isNothing = cameToNothing(message.parts);
  // Another tab may be where it streams: here it stands as far as it was kept.
  const isOpen = isStreaming || message.metadata?.unfinished === true;
  if (blocks.length === 0 && message.metadata?.unfinished && !isStreaming) return null;
  return (
    <article className={styles["message"]} aria-label="Planner" aria-busy={isStreaming}>
      {blocks.map((block, index) => (
        <MessageBlockView
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only grow at the end.
          key={`${block.type}.${index}`}
          slug={slug}
          message={message}
          isAccepted={isAccepted}
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
      {isNothing && onSendAgain && (
        <div className={styles["again"]}>
          <button type="button" className={controls["button"]} onClick={onSendAgain}>
            Send again
          </button>
        </div>
      )}
      {!isOpen && (text !== "" || message.metadata?.usage || onAskAgain) && (
        <div className={styles["actions"]} data-last={isLast || undefined}>
          {message.metadata?.usage && <MessageUsage usage={message.metadata.usage} />}
          {text !== "" && <CopyButton text={text} label="Copy reply" />}
          {onAskAgain && !isNothing && (
            <button
              type="button"
              className={controls["iconButton"]}
              aria-label="Try again"
              title="Try again"
              onClick={onAskAgain}
            >
              <RotateCcw size={14} aria-hidden />
            </button>
          )}
        </div>
      )}
    </article>
  );
}
