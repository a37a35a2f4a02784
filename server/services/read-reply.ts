import { and, eq } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { MessageRow } from "./append-message.ts";

/** What was answered to `message`, finished or not; null when nothing of an answer is kept. */
export async function readReply(ctx: Context, input: { message: MessageRow }): Promise<MessageRow | null> {
  const { agentId, position } = input.message;
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.agentId, agentId), eq(messages.position, position + 1)));
  return row ?? null;
}
