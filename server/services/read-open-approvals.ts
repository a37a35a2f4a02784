import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { settings } from "#db/schema.ts";
import { DEFAULT_OPEN_APPROVALS, openApprovalsSchema } from "#server/core/settings.ts";

export const OPEN_APPROVALS_KEY = "open_approvals_per_agent";

/** How many approvals of one agent may be pending at once. */
export async function readOpenApprovals(db: Db): Promise<number> {
  const [row] = await db.select().from(settings).where(eq(settings.key, OPEN_APPROVALS_KEY));
  return row === undefined ? DEFAULT_OPEN_APPROVALS : openApprovalsSchema.parse(row.value);
}
