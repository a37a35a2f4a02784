import { and, eq } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { StoredMetadata, StoredPart } from "#server/core/conversation.ts";
import type { MessageRow } from "./append-message.ts";
import { storableJson } from "./storable-json.ts";

/** Keeps the reply to `message`, in place of an earlier one that came to nothing. */
export async function saveReply(
  ctx: Context,
  input: { message: MessageRow; id: string; parts: StoredPart[]; metadata: StoredMetadata },
): Promise<void> {
  const { message } = input;
  const position = message.position + 1;
  await ctx.db.transaction(async (tx) => {
    await tx
      .delete(messages)
      .where(and(eq(messages.agentId, message.agentId), eq(messages.position, position)));
    await tx.insert(messages).values({
      agentId: message.agentId,
      id: input.id,
      position,
      role: "assistant",
      parts: storableJson(input.parts),
      metadata: input.metadata,
      createdAt: ctx.now(),
    });
  });
}
