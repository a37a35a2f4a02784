import { useChat } from "@ai-sdk/react";
import { useQueryClient } from "@tanstack/react-query";
import { DefaultChatTransport, generateId } from "ai";
import { useCallback, useMemo, useRef, useState } from "react";
import type { AgentView } from "#server/core/views.ts";
import { announce } from "#web/announce.tsx";
import { send } from "#web/api.ts";
import { countsText, diffCounts } from "#web/diff-words.ts";
import { agentPath, queryKeys } from "#web/queries.ts";
import { viewerZone } from "#web/viewer-zone.ts";
import type { PlannerMessage } from "./planner-message.ts";
import { openQuestion } from "./merge-history.ts";
import { type History, useHistorySync } from "./use-history-sync.ts";
import { useUnsent } from "./use-unsent.ts";

type SaidOf = { supersedes?: string | undefined; accepts?: { messageId: string } | undefined };

// Rendering every token is work that nobody can read.
const RENDER_EVERY_MS = 40;

/** The conversation with the planner. Every new revision lands in the cache that the blueprint draws from. */
export function useAgentChat(agent: AgentView, history: History) {
  const { slug, agentId } = agent;
  const cache = useQueryClient();
  const { unsent, keep, drop } = useUnsent(agentId);
  const transport = useMemo(() => chatTransport(slug, (id) => drop(new Set([id]))), [slug, drop]);
  const [first] = useState(() => withUnsent(history.messages, unsent));

  const chat = useChat<PlannerMessage>({
    id: agentId,
    messages: first,
    transport,
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
        const { revision, previousRevision, diff } = part.data;
        cache.setQueryData(queryKeys.diff(slug, revision), {
          from: previousRevision ?? 0,
          to: revision,
          diff,
        });
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

  const { sendMessage, setMessages, stop: disconnect, clearError } = chat;
  const isBusy = chat.status === "submitted" || chat.status === "streaming";
  const onNews = useCallback(() => {
    void cache.invalidateQueries({ queryKey: queryKeys.agent(slug) });
  }, [cache, slug]);
  const [posted, setPosted] = useState<string | null>(null);
  const answering = posted ?? (isBusy ? openQuestion(history.messages) : null);
  const { cancelResume } = useHistorySync({ history, chat, answering, drop, onNews });
  const unsentIds = useMemo(() => new Set(unsent.map((message) => message.id)), [unsent]);

  const isPosting = useRef(false);
  const post = useCallback(
    async (message: PlannerMessage) => {
      isPosting.current = true;
      keep(message);
      clearError();
      // Before it stands in the conversation, so that at no moment it looks like one that was not sent.
      setPosted(message.id);
      await cancelResume();
      await sendMessage(message);
      setPosted(null);
      isPosting.current = false;
    },
    [keep, clearError, cancelResume, sendMessage],
  );

  /**
   * Says something; with `supersedes` in place of that message, which has to be the newest, with `accepts` to
   * accept the correction that a reply proposes.
   */
  const say = useCallback(
    (text: string, baseRevision: number, { supersedes, accepts }: SaidOf = {}) => {
      // A second click before the first is under way.
      if ((supersedes !== undefined || accepts !== undefined) && isPosting.current) return;
      const metadata = {
        baseRevision,
        timezone: viewerZone(),
        ...(supersedes !== undefined && { supersedes }),
        ...(accepts !== undefined && { accepts }),
      };
      void post({ id: generateId(), role: "user", parts: [{ type: "text", text }], metadata });
    },
    [post],
  );

  /** The same message with the same id: the server answers it once, however often it arrives. */
  const sayAgain = useCallback(
    ({ id, role, parts, metadata: { baseRevision, supersedes, accepts, timezone } = {} }: PlannerMessage) => {
      setMessages((shown) => withoutExchange(shown, id));
      void post({
        id,
        role,
        parts,
        metadata: {
          ...(baseRevision !== undefined && { baseRevision }),
          ...(timezone !== undefined && { timezone }),
          ...(supersedes !== undefined && { supersedes }),
          ...(accepts !== undefined && { accepts }),
        },
      });
    },
    [setMessages, post],
  );

  /** Takes a message that was not delivered out of the conversation. */
  const discard = useCallback(
    (message: PlannerMessage) => {
      clearError();
      drop(new Set([message.id]));
      setMessages((shown) => shown.filter((item) => item.id !== message.id));
    },
    [clearError, drop, setMessages],
  );

  const stop = useCallback(async () => {
    // Closing the connection alone would leave the planner at work.
    const query = posted === null ? "" : `?messageId=${encodeURIComponent(posted)}`;
    await send("POST", `${agentPath(slug)}/chat/stop${query}`).catch(() => {});
    await disconnect();
  }, [posted, disconnect, slug]);

  return { ...chat, isBusy, answering, unsentIds, say, sayAgain, discard, stop };
}

function withUnsent(history: readonly PlannerMessage[], unsent: readonly PlannerMessage[]): PlannerMessage[] {
  const kept = new Set(history.map((message) => message.id));
  return [...history, ...unsent.filter((message) => !kept.has(message.id))];
}

/** Without a message and the replies to it. */
function withoutExchange(messages: readonly PlannerMessage[], id: string): PlannerMessage[] {
  const from = messages.findIndex((message) => message.id === id);
  if (from < 0) return [...messages];
  const next = messages.findIndex((message, index) => index > from && message.role === "user");
  return [...messages.slice(0, from), ...(next < 0 ? [] : messages.slice(next))];
}

function chatTransport(slug: string, onDelivered: (messageId: string) => void) {
  return new DefaultChatTransport<PlannerMessage>({
    api: `${agentPath(slug)}/chat`,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const id = response.ok ? sentId(init?.body) : null;
      if (id !== null) onDelivered(id);
      return response;
    },
    prepareSendMessagesRequest: ({ id, messages }) => ({ body: { id, message: messages.at(-1) } }),
    prepareReconnectToStreamRequest: () => ({ api: `${agentPath(slug)}/chat/stream` }),
  });
}

function sentId(body: unknown): string | null {
  if (typeof body !== "string") return null;
  const { message }: { message?: { id?: string } } = JSON.parse(body);
  return message?.id ?? null;
}
