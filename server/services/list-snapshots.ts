import { and, desc, eq, lt } from "drizzle-orm";
import { snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { SnapshotView } from "#server/core/views.ts";
import { decodeNumberCursor, encodeCursor } from "./cursor.ts";
import { findAgent } from "./find-agent.ts";
import { viewSnapshot } from "./view-snapshot.ts";

/** What was saved of an agent's plan, newest first. */
export async function listSnapshots(
  ctx: Context,
  input: { agentId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: SnapshotView[]; nextCursor: string | null }> {
  const { cursor, limit } = input;
  const agent = await findAgent(ctx.db, input.agentId);
  const rows = await ctx.db
    .select()
    .from(snapshots)
    .where(
      and(
        eq(snapshots.agentId, agent.id),
        cursor === undefined ? undefined : lt(snapshots.version, decodeNumberCursor("snapshots", cursor)),
      ),
    )
    .orderBy(desc(snapshots.version))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);

  return {
    items: page.map(viewSnapshot),
    nextCursor: rows.length > limit && last ? encodeCursor("snapshots", last.version) : null,
  };
}
