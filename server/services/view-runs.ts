import { and, asc, count, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, runSteps, runs, snapshots } from "#db/schema.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import type { RunSummary } from "#server/core/views.ts";
import { findPauses } from "./find-pauses.ts";

// The input may be megabytes long, and no summary shows it.
const { input: _, ...columns } = getTableColumns(runs);

/** Runs joined with what a summary says of their agent and snapshot. */
export function selectRuns(db: Db) {
  return db
    .select({
      run: columns,
      agentName: agents.name,
      granted: agents.tools,
      stricter: agents.toolPolicies,
      snapshotVersion: snapshots.version,
    })
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

export type StepFacts = Pick<RunSummary, "stepCounts" | "pause" | "uncertainSteps">;

/** What summaries say of the steps of each run. */
export async function readStepFacts(db: Db, rows: readonly RunRow[]): Promise<(runId: string) => StepFacts> {
  const idsOf = (wanted: (row: RunRow["run"]) => boolean) =>
    rows.flatMap(({ run }) => (wanted(run) ? [run.id] : []));
  const counts = await countSteps(
    db,
    idsOf(() => true),
  );
  const pauses = await findPauses(
    db,
    idsOf(({ status }) => !isFinalRunStatus(status)),
  );
  const uncertain = await findUncertainSteps(
    db,
    idsOf(({ status }) => status === "canceled"),
  );
  return (runId) => ({
    stepCounts: counts.get(runId) ?? {},
    pause: pauses.get(runId) ?? null,
    uncertainSteps: uncertain.get(runId) ?? [],
  });
}

async function findUncertainSteps(db: Db, runIds: string[]): Promise<Map<string, string[]>> {
  if (runIds.length === 0) return new Map();
  const { runId, stepId, reason, hasActed, position } = runSteps;
  const rows = await db
    .select({ runId, stepId })
    .from(runSteps)
    .where(and(inArray(runId, runIds), eq(reason, "canceled"), eq(hasActed, true)))
    .orderBy(asc(position));
  const byRun = Map.groupBy(rows, (row) => row.runId);
  return new Map([...byRun].map(([id, steps]) => [id, steps.map((step) => step.stepId)]));
}

async function countSteps(db: Db, runIds: readonly string[]) {
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

export function viewRun({ run, agentName, snapshotVersion }: RunRow, steps: StepFacts): RunSummary {
  return {
    runId: run.id,
    agentId: run.agentId,
    agentName,
    snapshotId: run.snapshotId,
    snapshotVersion,
    status: run.status,
    trigger: run.trigger,
    ...steps,
    usage: run.usage,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}
