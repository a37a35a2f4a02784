import { and, desc, eq, getTableColumns, lt } from "drizzle-orm";
import { planRevisions } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { RevisionView } from "#server/core/views.ts";
import { decodeNumberCursor, encodeCursor } from "./cursor.ts";
import { findAgent } from "./find-agent.ts";

/** The history of an agent's plan, newest revision first. */
export async function listRevisions(
  ctx: Context,
  input: { agentId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: RevisionView[]; nextCursor: string | null }> {
  const { cursor, limit } = input;
  const agent = await findAgent(ctx.db, input.agentId);
  const { plan: _plan, ...columns } = getTableColumns(planRevisions);
  const rows = await ctx.db
    .select(columns)
    .from(planRevisions)
    .where(
      and(
        eq(planRevisions.agentId, agent.id),
        cursor === undefined
          ? undefined
          : lt(planRevisions.revision, decodeNumberCursor("revisions", cursor)),
      ),
    )
    .orderBy(desc(planRevisions.revision))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);

  return {
    items: page.map((row) => ({
      revision: row.revision,
      baseRevision: row.baseRevision,
      changeDescription: row.changeDescription,
      messageId: row.messageId,
      edits: row.edits,
      restoredFrom: row.restoredFrom,
      at: row.createdAt.toISOString(),
    })),
    nextCursor: rows.length > limit && last ? encodeCursor("revisions", last.revision) : null,
  };
}
