import { ArrowDown } from "lucide-react";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from "react";
import type { AgentView, PlanView } from "#server/core/views.ts";
import { useIsOffline } from "#web/shell/use-is-offline.ts";
import { useIsPhone } from "#web/shell/use-is-phone.ts";
import controls from "#web/ui/controls.module.css";
import styles from "./chat-pane.module.css";
import { Composer, type ComposerHandle } from "./composer.tsx";
import { ConversationThread } from "./conversation-thread.tsx";
import { messageText } from "./planner-message.ts";
import { suggestions } from "./suggestions.ts";
import { replyTo } from "./thread.ts";
import type { useAgentChat } from "./use-agent-chat.ts";
import { usePinnedScroll } from "./use-pinned-scroll.ts";
import { useRevealedMessage } from "./use-revealed-message.ts";

type ChatPaneProps = {
  agent: AgentView;
  chat: ReturnType<typeof useAgentChat>;
  plan: PlanView | undefined;
  shownRevision: number;
  composer: RefObject<ComposerHandle | null>;
  header: ReactNode;
  /** Loads older messages; null when all are there. */
  onEarlier: (() => void) | null;
  /** The message to bring into view; a new object asks again. */
  revealed: { messageId: string } | null;
  onShowRevision: (revision: number) => void;
};

export function ChatPane(props: ChatPaneProps) {
  const { agent, chat, plan, shownRevision, composer, header, onEarlier, revealed, onShowRevision } = props;
  const { messages, status, answering, isBusy, say, stop } = chat;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAway, pin, unpin } = usePinnedScroll(scroller, content);
  useRevealedMessage(scroller, revealed, unpin);
  const isOffline = useIsOffline();
  const isPhone = useIsPhone();
  const lastQuestion = messages.findLast((message) => message.role === "user");
  const ideas = isBusy ? [] : suggestions(agent, plan);

  const takeBack = useCallback((text: string) => composer.current?.write(text), [composer]);

  function submit(text: string) {
    pin(false);
    say(text, shownRevision);
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const hasPopup = document.querySelector("dialog[open], [role=menu]") !== null;
      if (event.key === "Escape" && isBusy && !hasPopup) void stop();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isBusy, stop]);

  return (
    <main className={styles["chat"]} aria-label="Chat with the planner">
      {header}
      <h2 className={controls["hidden"]}>Conversation</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the thread has to be scrollable by keyboard. */}
      <section className={styles["scroll"]} ref={scroller} tabIndex={0} aria-label="Conversation">
        <div className={styles["thread"]} ref={content}>
          {onEarlier && (
            <button type="button" className={styles["earlier"]} onClick={onEarlier}>
              Show earlier messages
            </button>
          )}
          {messages.length === 0 && (
            <p className={styles["empty"]}>
              Say what one run should achieve. Steps, order, conditions: in your own words.
            </p>
          )}
          <ConversationThread
            agent={agent}
            chat={chat}
            shownRevision={shownRevision}
            onShowRevision={onShowRevision}
            onTakeBack={takeBack}
          />
          {status === "submitted" && replyTo(messages, answering) === null && (
            <div className={styles["thinking"]}>
              <i aria-hidden />
              <i aria-hidden />
              <i aria-hidden />
              <span className={controls["hidden"]}>The planner is thinking</span>
            </div>
          )}
        </div>
      </section>
      <div className={styles["dock"]}>
        {isAway && (
          <button type="button" className={styles["latest"]} onClick={() => pin(true)}>
            <ArrowDown size={14} aria-hidden />
            Latest
          </button>
        )}
        {ideas.length > 0 && (
          <ul className={styles["ideas"]} aria-label="Suggestions">
            {ideas.map((idea) => (
              <li key={idea}>
                <button type="button" disabled={isOffline} onClick={() => submit(idea)}>
                  {idea}
                </button>
              </li>
            ))}
          </ul>
        )}
        <Composer
          ref={composer}
          draftKey={agent.agentId}
          label="Message the planner"
          placeholder={isPhone ? "Describe a change" : "Describe a change, or ask about the plan"}
          isBusy={isBusy}
          isOffline={isOffline}
          lastText={lastQuestion ? messageText(lastQuestion) : ""}
          onSend={submit}
          onStop={() => void stop()}
        />
      </div>
    </main>
  );
}
