import { and, desc, eq, lt } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { MessageRow } from "./append-message.ts";

const MAX_MESSAGES = 60;

/** What was said before `message`, oldest first, as far back as a planner needs it. */
export async function readConversation(ctx: Context, input: { message: MessageRow }): Promise<MessageRow[]> {
  const { agentId, position } = input.message;
  const rows = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.agentId, agentId), lt(messages.position, position)))
    .orderBy(desc(messages.position))
    .limit(MAX_MESSAGES);
  return rows.reverse();
}
