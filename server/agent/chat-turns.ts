import type { Context } from "#server/context.ts";
import type { MessageRow } from "#server/services/append-message.ts";
import { closeBrokenReplies } from "#server/services/close-broken-replies.ts";
import { openReply } from "#server/services/open-reply.ts";
import type { ChatChunk } from "./chat-message.ts";
import { type Replay, replayOf } from "./chat-replay.ts";
import { streamTurn } from "./chat-turn.ts";
import { keepGrowing } from "./keep-growing.ts";
import { openAccount } from "./turn-account.ts";

type LiveTurn = { messageId: string; replay: Replay; abort: AbortController };

// A message is kept a moment before its turn begins.
const MOMENT_MS = 2_000;

/** The turns that this process is busy with. Turns of one agent go one after the other. */
export type ChatTurns = {
  /** Whether the answer to `message` is under way or waits for its turn. */
  isAnswering: (message: MessageRow) => boolean;
  /** Begins to answer `message`, or takes up the answer that is under way. */
  answer: (message: MessageRow) => ReadableStream<ChatChunk>;
  /** The running turn of an agent from its start; null when there is none. */
  follow: (agentId: string) => ReadableStream<ChatChunk> | null;
  /**
   * Ends the answer to a message, or the running one when none is named, and resolves once what it said
   * is kept. One that waits for its turn never begins.
   */
  stop: (agentId: string, messageId?: string) => Promise<void>;
  /** Ends the kept replies of an agent that broke off with the process that wrote them, once silent for so long. */
  closeBroken: (agentId: string, silentMs?: number) => Promise<void>;
};

export function createChatTurns(ctx: Context): ChatTurns {
  const live = new Map<string, LiveTurn[]>();

  function begin(message: MessageRow): LiveTurn {
    const before = live.get(message.agentId) ?? [];
    const abort = new AbortController();
    const account = openAccount();
    // A turn that was stopped while it waited is over before those ahead of it are.
    const ahead = Promise.all(before.map((turn) => turn.replay.done));
    const replay = replayOf(
      after(Promise.race([ahead, aborted(abort.signal)]), async () =>
        streamTurn(ctx, { message, reply: await openReply(ctx, { message }), account }, abort.signal),
      ),
    );
    keepGrowing(ctx, message, replay, account);
    const turn = { messageId: message.id, replay, abort };
    live.set(message.agentId, [...before, turn]);
    void replay.done.then(() => {
      const rest = turnsOf(message.agentId).filter((item) => item !== turn);
      if (rest.length === 0) live.delete(message.agentId);
      else live.set(message.agentId, rest);
    });
    return turn;
  }

  function turnsOf(agentId: string): LiveTurn[] {
    return live.get(agentId) ?? [];
  }

  function find(agentId: string, messageId: string): LiveTurn | undefined {
    return turnsOf(agentId).find((turn) => turn.messageId === messageId);
  }

  const isAnswering = ({ agentId, id }: MessageRow) => find(agentId, id) !== undefined;

  return {
    isAnswering,
    answer: (message) => (find(message.agentId, message.id) ?? begin(message)).replay.read(),
    follow: (agentId) => turnsOf(agentId)[0]?.replay.read() ?? null,
    stop: async (agentId, messageId) => {
      const turn = messageId === undefined ? turnsOf(agentId)[0] : find(agentId, messageId);
      turn?.abort.abort();
      await turn?.replay.done;
    },
    closeBroken: (agentId, silentMs = MOMENT_MS) =>
      closeBrokenReplies(ctx, { agentId, silentMs, isAnswering }),
  };
}

/** The stream that `open` gives once `ahead` has come to its end. */
function after<Chunk>(
  ahead: Promise<unknown>,
  open: () => Promise<ReadableStream<Chunk>>,
): ReadableStream<Chunk> {
  const { readable, writable } = new TransformStream<Chunk, Chunk>();
  void ahead
    .then(async () => (await open()).pipeTo(writable))
    .catch((error: unknown) => writable.abort(error))
    .catch(() => {});
  return readable;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
