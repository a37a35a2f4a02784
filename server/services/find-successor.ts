import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { runs } from "#db/schema.ts";

/** The idempotency key of the run that goes on in place of a canceled one. */
export function successorKey(runId: string): string {
  return `after:${runId}`;
}

/** The run that goes on in place of this one, which was canceled for it. */
export async function findSuccessor(
  db: Db,
  { runId, agentId }: { runId: string; agentId: string },
): Promise<string | null> {
  const isNext = and(eq(runs.agentId, agentId), eq(runs.idempotencyKey, successorKey(runId)));
  const [run] = await db.select({ id: runs.id }).from(runs).where(isNext);
  return run?.id ?? null;
}
