import { useCallback, useMemo } from "react";
import type { AgentView } from "#server/core/views.ts";
import { EarlierWording } from "./earlier-wording.tsx";
import { Message } from "./message.tsx";
import { isRunReport, messageText, type PlannerMessage } from "./planner-message.ts";
import { SayContext } from "./say-context.ts";
import { SendFailure } from "./send-failure.tsx";
import { replyTo, threadEntries } from "./thread.ts";
import type { useAgentChat } from "./use-agent-chat.ts";

type ConversationThreadProps = {
  agent: AgentView;
  chat: ReturnType<typeof useAgentChat>;
  shownRevision: number;
  onShowRevision: (revision: number) => void;
  /** Takes words that did not get through back into the message box. */
  onTakeBack: (text: string) => void;
};

export function ConversationThread(props: ConversationThreadProps) {
  const { agent, chat, shownRevision, onShowRevision, onTakeBack } = props;
  const { messages, error, isBusy, answering, unsentIds, say, sayAgain, discard } = chat;
  const last = messages.at(-1);
  const streaming = replyTo(messages, answering);
  const asked = messages.findLast((message) => message.role === "user");
  const canRephrase = !isBusy && asked !== undefined && !unsentIds.has(asked.id);

  const rephrase = useCallback(
    (message: PlannerMessage, text: string) =>
      say(text, message.metadata?.baseRevision ?? shownRevision, { supersedes: message.id }),
    [say, shownRevision],
  );
  const askAgain = useCallback(() => asked && rephrase(asked, messageText(asked)), [asked, rephrase]);
  const sendAgain = useCallback(() => asked && sayAgain(asked), [asked, sayAgain]);

  const acceptedIds = useMemo(
    () => new Set(messages.flatMap((message) => message.metadata?.accepts?.messageId ?? [])),
    [messages],
  );
  const sayNow = useCallback(
    (text: string, accepts?: { messageId: string }) => say(text, shownRevision, { accepts }),
    [say, shownRevision],
  );

  function show(message: PlannerMessage) {
    const isLast = message === last;
    const isUnsent = unsentIds.has(message.id) && message.id !== answering;
    return (
      <Message
        key={message.id}
        slug={agent.slug}
        lastRun={agent.lastRun}
        message={message}
        isStreaming={message === streaming}
        isLast={isLast}
        isAccepted={acceptedIds.has(message.id)}
        onShowRevision={onShowRevision}
        onRephrase={canRephrase && message === asked ? rephrase : null}
        onTakeBack={onTakeBack}
        onAskAgain={canRephrase && isLast && !isRunReport(message) ? askAgain : null}
        onSendAgain={canRephrase && isLast ? sendAgain : null}
      >
        {isUnsent && (
          <SendFailure
            error={isLast ? error : undefined}
            onAgain={isBusy ? null : () => sayAgain(message)}
            onTakeBack={() => {
              discard(message);
              onTakeBack(messageText(message));
            }}
          />
        )}
      </Message>
    );
  }

  return (
    <SayContext value={isBusy ? null : sayNow}>
      {threadEntries(messages).map((entry) =>
        entry.type === "message" ? (
          show(entry.message)
        ) : (
          <EarlierWording
            key={`earlier.${entry.messages[0]?.id}`}
            wordingCount={entry.messages.filter((message) => message.role === "user").length}
          >
            {entry.messages.map(show)}
          </EarlierWording>
        ),
      )}
    </SayContext>
  );
}
