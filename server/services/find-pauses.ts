import { and, eq, inArray, min } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { runSteps } from "#db/schema.ts";
import type { StepReason } from "#server/core/run.ts";
import type { RunPause } from "#server/core/views.ts";

/** What the paused steps of each run wait for. A run without any is not there. */
export async function findPauses(db: Db, runIds: string[]): Promise<Map<string, RunPause>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .select({ runId: runSteps.runId, reason: runSteps.reason, dueAt: min(runSteps.dueAt) })
    .from(runSteps)
    .where(and(inArray(runSteps.runId, runIds), eq(runSteps.status, "paused")))
    .groupBy(runSteps.runId, runSteps.reason);
  return new Map(
    [...Map.groupBy(rows, (row) => row.runId)].flatMap(([runId, steps]) => {
      const pause = pauseOf(steps);
      return pause === null ? [] : [[runId, pause]];
    }),
  );
}

/** What these paused steps of one run wait for; null when there are none. */
export function pauseOf(
  paused: readonly { reason: StepReason | null; dueAt: Date | null }[],
): RunPause | null {
  if (paused.length === 0) return null;
  const times = paused.flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
  return {
    reasons: [...new Set(paused.flatMap(({ reason }) => reason ?? []))],
    dueAt: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
  };
}
