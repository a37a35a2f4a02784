import { and, eq, sql } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { StoredMetadata, StoredPart } from "#server/core/conversation.ts";
import type { MessageRow } from "./append-message.ts";
import { storableJson } from "./storable-json.ts";

/** Keeps the reply to `message` as it is at its end, beside its earlier tries. */
export async function saveReply(
  ctx: Context,
  input: { message: MessageRow; parts: StoredPart[]; metadata: StoredMetadata },
): Promise<void> {
  const earlierTries = sql`${messages.metadata} -> 'earlierTries'`;
  const saved = await ctx.db
    .update(messages)
    .set({
      parts: storableJson(input.parts),
      metadata: sql`${JSON.stringify(input.metadata)}::jsonb || case when ${earlierTries} is null then '{}'::jsonb else jsonb_build_object('earlierTries', ${earlierTries}) end`,
      createdAt: ctx.now(),
    })
    .where(isReplyTo(input.message))
    .returning({ id: messages.id });
  if (saved.length === 0) throw new Error(`Message ${input.message.id} has no place for a reply.`);
}

/** Keeps a reply as far as it has come, and this of its metadata. One that is at its end stays as it is. */
export async function saveProgress(
  ctx: Context,
  input: {
    message: MessageRow;
    parts: StoredPart[];
    metadata: Pick<StoredMetadata, "inputTokens" | "outputTokens" | "usage">;
  },
): Promise<void> {
  await ctx.db
    .update(messages)
    .set({
      parts: storableJson(input.parts),
      metadata: sql`${messages.metadata} || ${JSON.stringify(input.metadata)}::jsonb`,
      createdAt: ctx.now(),
    })
    .where(and(isReplyTo(input.message), sql`${messages.metadata} ->> 'unfinished' = 'true'`));
}

function isReplyTo({ agentId, position }: MessageRow) {
  return and(eq(messages.agentId, agentId), eq(messages.position, position + 1));
}
