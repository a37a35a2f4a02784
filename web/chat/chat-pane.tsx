import { ArrowDown } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useRef } from "react";
import type { AgentView, PlanView } from "#server/core/views.ts";
import { useIsOffline } from "#web/shell/use-is-offline.ts";
import { useIsPhone } from "#web/shell/use-is-phone.ts";
import controls from "#web/ui/controls.module.css";
import styles from "./chat-pane.module.css";
import { Composer, type ComposerHandle } from "./composer.tsx";
import { Message } from "./message.tsx";
import { messageText } from "./planner-message.ts";
import { SendFailure } from "./send-failure.tsx";
import { suggestions } from "./suggestions.ts";
import type { useAgentChat } from "./use-agent-chat.ts";
import { usePinnedScroll } from "./use-pinned-scroll.ts";

type ChatPaneProps = {
  agent: AgentView;
  chat: ReturnType<typeof useAgentChat>;
  plan: PlanView | undefined;
  shownRevision: number;
  composer: Ref<ComposerHandle>;
  header: ReactNode;
  /** Loads older messages; null when all are there. */
  onEarlier: (() => void) | null;
  onShowRevision: (revision: number) => void;
};

export function ChatPane(props: ChatPaneProps) {
  const { agent, chat, plan, shownRevision, composer, header, onEarlier, onShowRevision } = props;
  const { messages, status, error, isBusy, say, sayAgain, stop } = chat;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAway, pin } = usePinnedScroll(scroller, content);
  const isOffline = useIsOffline();
  const isPhone = useIsPhone();
  const lastQuestion = messages.findLast((message) => message.role === "user");
  const ideas = isBusy ? [] : suggestions(agent, plan);

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
          {messages.map((message, index) => {
            const isLast = index === messages.length - 1;
            return (
              <Message
                key={message.id}
                slug={agent.slug}
                lastRun={agent.lastRun}
                message={message}
                isStreaming={isBusy && isLast && message.role === "assistant"}
                isLast={isLast}
                onShowRevision={onShowRevision}
              />
            );
          })}
          {status === "submitted" && (
            <div className={styles["thinking"]}>
              <i aria-hidden />
              <i aria-hidden />
              <i aria-hidden />
              <span className={controls["hidden"]}>The planner is thinking</span>
            </div>
          )}
          {status === "error" && (
            <SendFailure error={error} onAgain={lastQuestion ? () => sayAgain(lastQuestion) : null} />
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
