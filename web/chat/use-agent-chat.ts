import { useChat } from "@ai-sdk/react";
import { useQueryClient } from "@tanstack/react-query";
import { DefaultChatTransport } from "ai";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { AgentView } from "#server/core/views.ts";
import { announce } from "#web/announce.tsx";
import { send } from "#web/api.ts";
import { countsText, diffCounts } from "#web/diff-words.ts";
import { agentPath, queryKeys } from "#web/queries.ts";
import type { PlannerMessage } from "./planner-message.ts";

// Rendering every token is work that nobody can read.
const RENDER_EVERY_MS = 40;

/** The conversation with the planner. Every new revision lands in the cache that the blueprint draws from. */
export function useAgentChat(agent: AgentView, history: readonly PlannerMessage[]) {
  const { slug } = agent;
  const cache = useQueryClient();
  const transport = useMemo(() => chatTransport(slug), [slug]);

  const chat = useChat<PlannerMessage>({
    id: agent.agentId,
    messages: [...history],
    transport,
    // A new conversation has nothing to take up, and asking would cross its first message.
    resume: history.length > 0,
    throttle: RENDER_EVERY_MS,
    onData: (part) => {
      if (part.type === "data-plan") {
        const { revision, plan } = part.data;
        cache.setQueryData(queryKeys.plan(slug, revision), part.data);
        cache.setQueryData<AgentView>(
          queryKeys.agent(slug),
          (old) => old && { ...old, draft: { revision, stepCount: plan.steps.length } },
        );
      } else if (part.type === "data-revision") {
        const { revision, diff } = part.data;
        cache.setQueryData(queryKeys.diff(slug, revision), { from: revision - 1, to: revision, diff });
        announce(`Blueprint updated to revision ${revision}: ${countsText(diffCounts(diff))}.`);
      }
    },
    onFinish: ({ isAbort, isError }) => {
      if (!isAbort && !isError) announce("The planner has finished its reply.");
      void cache.invalidateQueries({ queryKey: queryKeys.agent(slug) });
      void cache.invalidateQueries({ queryKey: queryKeys.agents });
      void cache.invalidateQueries({ queryKey: queryKeys.messages(slug) });
    },
  });

  const { sendMessage, setMessages, stop: disconnect, clearError, resumeStream } = chat;
  const isBusy = chat.status === "submitted" || chat.status === "streaming";
  useOtherTabs({ history, messages: chat.messages, status: chat.status, setMessages, resumeStream });

  const say = useCallback(
    (text: string, baseRevision: number) => void sendMessage({ text, metadata: { baseRevision } }),
    [sendMessage],
  );

  /** The same message with the same id: the server answers it once, however often it arrives. */
  const sayAgain = useCallback(
    (message: PlannerMessage) => {
      clearError();
      const { id, parts, metadata } = message;
      void sendMessage({ parts, metadata, messageId: id });
    },
    [clearError, sendMessage],
  );

  const stop = useCallback(async () => {
    // Closing the connection alone would leave the planner at work.
    await send("POST", `${agentPath(slug)}/chat/stop`).catch(() => {});
    await disconnect();
  }, [disconnect, slug]);

  return { ...chat, isBusy, say, sayAgain, stop };
}

type OtherTabs = Pick<
  ReturnType<typeof useChat<PlannerMessage>>,
  "messages" | "status" | "setMessages" | "resumeStream"
> & {
  history: readonly PlannerMessage[];
};

/** Takes over what another tab or program said while this one was quiet. */
function useOtherTabs({ history, messages, status, setMessages, resumeStream }: OtherTabs): void {
  const shown = useRef(messages);
  shown.current = messages;
  useEffect(() => {
    const newest = history.at(-1);
    if (status !== "ready" || !newest) return;
    const known = shown.current;
    if (known.some((message) => message.id === newest.id) && known.length >= history.length) return;
    setMessages([...history]);
    if (newest.role === "user") void resumeStream();
  }, [history, status, setMessages, resumeStream]);
}

function chatTransport(slug: string) {
  return new DefaultChatTransport<PlannerMessage>({
    api: `${agentPath(slug)}/chat`,
    prepareSendMessagesRequest: ({ id, messages }) => ({ body: { id, message: messages.at(-1) } }),
    prepareReconnectToStreamRequest: () => ({ api: `${agentPath(slug)}/chat/stream` }),
  });
}
