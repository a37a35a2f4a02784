import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { StoredMetadata, StoredPart } from "#server/core/conversation.ts";
import { decodeNumberCursor, encodeCursor } from "./cursor.ts";
import { findAgent } from "./find-agent.ts";
import { isSuperseding, superseding } from "./superseding.ts";

/** A message as AI SDK's UI messages are made. */
export type MessageView = {
  id: string;
  role: "user" | "assistant";
  parts: StoredPart[];
  metadata: StoredMetadata;
};

/** The conversation, newest message first, with replies under way as far as they have come. */
export async function listMessages(
  ctx: Context,
  input: { agentId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: MessageView[]; nextCursor: string | null }> {
  const { cursor, limit } = input;
  const agent = await findAgent(ctx.db, input.agentId);
  const rows = await ctx.db
    .select({ ...getTableColumns(messages), supersededBy: superseding.id })
    .from(messages)
    .leftJoin(superseding, isSuperseding)
    .where(
      and(
        eq(messages.agentId, agent.id),
        cursor === undefined ? undefined : lt(messages.position, decodeNumberCursor("messages", cursor)),
      ),
    )
    .orderBy(desc(messages.position))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);

  return {
    items: page.map((row) => ({
      id: row.id,
      role: row.role,
      parts: row.parts,
      metadata: {
        ...row.metadata,
        createdAt: row.createdAt.toISOString(),
        ...(row.supersededBy !== null && { supersededBy: row.supersededBy }),
      },
    })),
    nextCursor: rows.length > limit && last ? encodeCursor("messages", last.position) : null,
  };
}
