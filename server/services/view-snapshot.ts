import type { snapshots } from "#db/schema.ts";
import type { SnapshotView } from "#server/core/views.ts";

export function viewSnapshot(row: typeof snapshots.$inferSelect): SnapshotView {
  const { id, createdAt, ...rest } = row;
  return { snapshotId: id, ...rest, createdAt: createdAt.toISOString() };
}
