import { count, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, runSteps, runs, snapshots } from "#db/schema.ts";
import type { RunSummary } from "#server/core/views.ts";

// The input may be megabytes long, and no summary shows it.
const { input: _, ...columns } = getTableColumns(runs);

/** Runs joined with what a summary says of their agent and snapshot. */
export function selectRuns(db: Db) {
  return db
    .select({ run: columns, agentName: agents.name, snapshotVersion: snapshots.version })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .innerJoin(snapshots, eq(snapshots.id, runs.snapshotId))
    .$dynamic();
}

export type RunRow = {
  run: Omit<typeof runs.$inferSelect, "input">;
  agentName: string;
  snapshotVersion: number;
};

export async function countSteps(db: Db, runIds: readonly string[]) {
  const counts = new Map<string, Record<string, number>>();
  if (runIds.length === 0) return counts;
  const rows = await db
    .select({ runId: runSteps.runId, status: runSteps.status, steps: count() })
    .from(runSteps)
    .where(inArray(runSteps.runId, [...runIds]))
    .groupBy(runSteps.runId, runSteps.status);
  for (const row of rows) counts.set(row.runId, { ...counts.get(row.runId), [row.status]: row.steps });
  return counts;
}

export function viewRun(
  { run, agentName, snapshotVersion }: RunRow,
  stepCounts: Record<string, number>,
): RunSummary {
  return {
    runId: run.id,
    agentId: run.agentId,
    agentName,
    snapshotId: run.snapshotId,
    snapshotVersion,
    status: run.status,
    trigger: run.trigger,
    stepCounts,
    usage: run.usage,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}
