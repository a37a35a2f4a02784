import { and, eq } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { withEarlierTry } from "#server/core/earlier-tries.ts";
import type { MessageRow } from "./append-message.ts";

/**
 * The reply to `message`, unfinished and empty: as its message left it, or in place of one that came to
 * nothing, which stays among its earlier tries.
 */
export async function openReply(ctx: Context, input: { message: MessageRow }): Promise<MessageRow> {
  const { agentId, position } = input.message;
  const isReply = and(eq(messages.agentId, agentId), eq(messages.position, position + 1));
  return ctx.db.transaction(async (tx) => {
    const [standing] = await tx.select().from(messages).where(isReply).for("update");
    if (!standing) throw new Error(`Message ${input.message.id} has no place for a reply.`);
    const metadata = { ...withEarlierTry(standing), unfinished: true };
    const [reply] = await tx
      .update(messages)
      .set({ parts: [], metadata, createdAt: ctx.now() })
      .where(isReply)
      .returning();
    if (!reply) throw new Error("Update of messages returned no row.");
    return reply;
  });
}
