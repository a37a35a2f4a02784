import { and, desc, eq, getTableColumns, isNull, lt } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { MessageRow } from "./append-message.ts";
import { isSuperseding, superseding } from "./superseding.ts";

const MAX_MESSAGES = 60;

/** What was said before `message` and still holds, oldest first, as far back as a planner needs it. */
export async function readConversation(ctx: Context, input: { message: MessageRow }): Promise<MessageRow[]> {
  const { agentId, position } = input.message;
  const rows = await ctx.db
    .select(getTableColumns(messages))
    .from(messages)
    .leftJoin(superseding, isSuperseding)
    .where(and(eq(messages.agentId, agentId), lt(messages.position, position), isNull(superseding.id)))
    .orderBy(desc(messages.position))
    .limit(MAX_MESSAGES);
  return rows.reverse();
}
