import type { Context } from "#server/context.ts";
import { cameToNothing, type StoredMetadata } from "#server/core/conversation.ts";
import { conflict } from "#server/errors.ts";
import { appendMessage, type MessageRow } from "#server/services/append-message.ts";
import { listMessages } from "#server/services/list-messages.ts";
import { readReply } from "#server/services/read-reply.ts";
import type { ChatChunk } from "./chat-message.ts";
import { replyStream } from "./chat-reply-stream.ts";
import type { ChatTurns } from "./chat-turns.ts";

export type IncomingMessage = {
  id: string;
  texts: string[];
  metadata: Pick<StoredMetadata, "baseRevision" | "supersedes" | "accepts" | "timezone">;
};

/**
 * Keeps what a person wrote, a secret's value in it as a reference to the secret, then answers it. The same message sent again is not answered twice:
 * its answer is given again, or made now when the first try came to nothing.
 */
export async function postMessage(
  ctx: Context,
  turns: ChatTurns,
  input: { agentId: string; message: IncomingMessage },
): Promise<ReadableStream<ChatChunk>> {
  const { id, texts, metadata } = input.message;
  const { message, created } = await appendMessage(ctx, {
    agentId: input.agentId,
    id,
    parts: texts.map((text) => ({ type: "text", text: ctx.secrets.referTo(text) })),
    metadata,
  });
  if (created || turns.isAnswering(message)) return turns.answer(message);

  await turns.closeBroken(message.agentId, 0);
  const reply = await readReply(ctx, { message });
  if (reply?.metadata?.unfinished) {
    throw conflict(`The message "${id}" is being answered by another process. Wait for its reply.`);
  }
  if (reply !== null && !cameToNothing(reply.parts)) return replyStream(reply);
  await refuseOutOfOrder(ctx, message);
  return turns.answer(message);
}

async function refuseOutOfOrder(ctx: Context, message: MessageRow) {
  const newest = await newestOfPerson(ctx, message.agentId);
  if (newest === null || newest === message.id) return;
  throw conflict(
    `The message "${message.id}" was never answered, and newer ones were. Send it with a new id to ask again.`,
  );
}

/** The id of the last message that a person wrote: reports of runs may stand behind it. */
async function newestOfPerson(ctx: Context, agentId: string): Promise<string | null> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await listMessages(ctx, { agentId, limit: 20, ...(cursor && { cursor }) });
    const newest = items.find((item) => item.role === "user");
    if (newest) return newest.id;
    if (nextCursor === null) return null;
    cursor = nextCursor;
  }
}
