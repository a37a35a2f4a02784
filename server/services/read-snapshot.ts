import { eq } from "drizzle-orm";
import { snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { SnapshotView } from "#server/core/views.ts";
import { notFound } from "#server/errors.ts";
import { viewSnapshot } from "./view-snapshot.ts";

export async function readSnapshot(ctx: Context, input: { snapshotId: string }): Promise<SnapshotView> {
  const [row] = await ctx.db.select().from(snapshots).where(eq(snapshots.id, input.snapshotId));
  if (!row) throw notFound("Snapshot", input.snapshotId);
  return viewSnapshot(row);
}
