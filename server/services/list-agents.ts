import { and, desc, eq, lt } from "drizzle-orm";
import { agents } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { AgentView } from "#server/core/views.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { viewAgents } from "./view-agents.ts";

/** Agents, newest first. */
export async function listAgents(
  ctx: Context,
  input: { cursor?: string | undefined; limit: number; status?: AgentView["status"] | undefined },
): Promise<{ items: AgentView[]; nextCursor: string | null }> {
  const { cursor, limit, status } = input;
  const rows = await ctx.db
    .select()
    .from(agents)
    .where(
      and(
        status === undefined ? undefined : eq(agents.status, status),
        cursor === undefined ? undefined : lt(agents.id, decodeCursor("agents", cursor)),
      ),
    )
    .orderBy(desc(agents.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);

  return {
    items: await viewAgents(ctx.db, page),
    nextCursor: rows.length > limit && last ? encodeCursor("agents", last.id) : null,
  };
}
