import type { useChat } from "@ai-sdk/react";
import { useCallback, useEffect, useRef } from "react";
import { mergeHistory, openQuestion } from "./merge-history.ts";
import type { PlannerMessage } from "./planner-message.ts";

/** What the server has of a conversation, oldest first, and when it was read, in milliseconds. */
export type History = { messages: readonly PlannerMessage[]; readAt: number };

type HistorySync = {
  history: History;
  chat: ReturnType<typeof useChat<PlannerMessage>>;
  /** The message whose reply streams here; null when none does. */
  answering: string | null;
  /** Told which messages the server has. */
  drop: (ids: ReadonlySet<string>) => void;
  /** Called when the server had something that was not shown. */
  onNews: () => void;
};

/**
 * Brings what the page shows up to what the server has, whoever said it, and follows a reply that is under
 * way: after a reload, from another tab, or when the connection broke.
 */
export function useHistorySync({ history, chat, answering, drop, onNews }: HistorySync) {
  const { messages, status, setMessages, resumeStream, clearError, stop } = chat;
  const shown = useRef(messages);
  shown.current = messages;
  const resuming = useRef<Promise<void> | null>(null);

  useEffect(() => {
    drop(new Set(history.messages.map((message) => message.id)));
    const isBusy = status === "submitted" || status === "streaming";
    const merged = mergeHistory(shown.current, history.messages, answering);
    if (merged !== shown.current) {
      setMessages((current) => [...mergeHistory(current, history.messages, answering)]);
      onNews();
    }
    if (isBusy || resuming.current !== null) return;

    const asked = merged.findLast((message) => message.role === "user");
    const isKept = history.messages.some((message) => message.id === asked?.id);
    if (status === "error" && isKept) clearError();
    if (openQuestion(history.messages) !== null) {
      resuming.current = resumeStream().finally(() => {
        resuming.current = null;
      });
    }
  }, [history, status, answering, setMessages, resumeStream, clearError, drop, onNews]);

  /** Two streams of one reply would tell everything twice. */
  const cancelResume = useCallback(async () => {
    if (resuming.current !== null) await stop();
  }, [stop]);
  return { cancelResume };
}
