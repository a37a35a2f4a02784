import type { Context } from "#server/context.ts";
import type { MessageRow } from "#server/services/append-message.ts";
import type { ChatChunk } from "./chat-message.ts";
import { type Replay, replayOf } from "./chat-replay.ts";
import { streamTurn } from "./chat-turn.ts";

type LiveTurn = { messageId: string; replay: Replay; abort: AbortController };

/** The turns that this process is busy with. Turns of one agent go one after the other. */
export type ChatTurns = {
  /** Whether the answer to `message` is under way or waits for its turn. */
  isAnswering: (message: MessageRow) => boolean;
  /** Begins to answer `message`, or takes up the answer that is under way. */
  answer: (message: MessageRow) => ReadableStream<ChatChunk>;
  /** The running turn of an agent from its start; null when there is none. */
  follow: (agentId: string) => ReadableStream<ChatChunk> | null;
  /** Ends the running turn of an agent, and resolves once what it said is kept. */
  stop: (agentId: string) => Promise<void>;
};

export function createChatTurns(ctx: Context): ChatTurns {
  const live = new Map<string, LiveTurn[]>();

  function begin(message: MessageRow): LiveTurn {
    const before = live.get(message.agentId) ?? [];
    const abort = new AbortController();
    const ahead = before.at(-1)?.replay.done ?? Promise.resolve();
    const replay = replayOf(after(ahead, () => streamTurn(ctx, message, abort.signal)));
    const turn = { messageId: message.id, replay, abort };
    live.set(message.agentId, [...before, turn]);
    void replay.done.then(() => {
      const rest = (live.get(message.agentId) ?? []).filter((item) => item !== turn);
      if (rest.length === 0) live.delete(message.agentId);
      else live.set(message.agentId, rest);
    });
    return turn;
  }

  function find(message: MessageRow): LiveTurn | undefined {
    return live.get(message.agentId)?.find((turn) => turn.messageId === message.id);
  }

  return {
    isAnswering: (message) => find(message) !== undefined,
    answer: (message) => (find(message) ?? begin(message)).replay.read(),
    follow: (agentId) => live.get(agentId)?.[0]?.replay.read() ?? null,
    stop: async (agentId) => {
      const running = live.get(agentId)?.[0];
      running?.abort.abort();
      await running?.replay.done;
    },
  };
}

/** The stream that `open` gives once `ahead` has come to its end. */
function after<Chunk>(ahead: Promise<void>, open: () => ReadableStream<Chunk>): ReadableStream<Chunk> {
  const { readable, writable } = new TransformStream<Chunk, Chunk>();
  void ahead.then(() => open().pipeTo(writable)).catch(() => {});
  return readable;
}
