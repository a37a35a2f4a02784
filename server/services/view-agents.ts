import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { approvals, planRevisions, runs, snapshots } from "#db/schema.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import type { AgentView } from "#server/core/views.ts";
import type { AgentRow } from "./find-agent.ts";
import { findPauses } from "./find-pauses.ts";

/** The agents as the API shows them, in the order given. */
export async function viewAgents(db: Db, rows: readonly AgentRow[]): Promise<AgentView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [drafts, saved, lastRuns, pending] = [
    await findDrafts(db, ids),
    await findSavedRevisions(db, rows),
    await findLastRuns(db, ids),
    await countPendingApprovals(db, ids),
  ];

  return rows.map((row) => ({
    agentId: row.id,
    slug: row.slug,
    name: row.name,
    model: row.model,
    tools: row.tools,
    toolPolicies: row.toolPolicies,
    status: row.status,
    draft: drafts.get(row.id) ?? null,
    snapshotId: row.snapshotId,
    savedRevision: (row.snapshotId !== null && saved.get(row.snapshotId)) || null,
    lastRun: lastRuns.get(row.id) ?? null,
    pendingApprovals: pending.get(row.id) ?? 0,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

async function findDrafts(db: Db, ids: string[]) {
  const rows = await db
    .selectDistinctOn([planRevisions.agentId], {
      agentId: planRevisions.agentId,
      revision: planRevisions.revision,
      stepCount: sql<number>`jsonb_array_length(${planRevisions.plan} -> 'steps')`.mapWith(Number),
    })
    .from(planRevisions)
    .where(inArray(planRevisions.agentId, ids))
    .orderBy(planRevisions.agentId, desc(planRevisions.revision));
  return new Map(rows.map(({ agentId, ...draft }) => [agentId, draft]));
}

async function findSavedRevisions(db: Db, agents: readonly AgentRow[]) {
  const ids = agents.flatMap((agent) => agent.snapshotId ?? []);
  if (ids.length === 0) return new Map<string, number>();
  const rows = await db
    .select({ id: snapshots.id, revision: snapshots.revision })
    .from(snapshots)
    .where(inArray(snapshots.id, ids));
  return new Map(rows.map((row) => [row.id, row.revision]));
}

async function findLastRuns(db: Db, ids: string[]) {
  const rows = await db
    .selectDistinctOn([runs.agentId], {
      agentId: runs.agentId,
      runId: runs.id,
      status: runs.status,
      createdAt: runs.createdAt,
      endedAt: runs.endedAt,
    })
    .from(runs)
    .where(inArray(runs.agentId, ids))
    .orderBy(runs.agentId, desc(runs.createdAt), desc(runs.id));
  const open = rows.flatMap(({ runId, status }) => (isFinalRunStatus(status) ? [] : [runId]));
  const pauses = await findPauses(db, open);
  return new Map(
    rows.map(({ agentId, runId, status, createdAt, endedAt }) => [
      agentId,
      {
        runId,
        status,
        createdAt: createdAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
        pause: pauses.get(runId) ?? null,
      },
    ]),
  );
}

async function countPendingApprovals(db: Db, ids: string[]) {
  const rows = await db
    .select({ agentId: runs.agentId, pending: count() })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(and(eq(approvals.status, "pending"), inArray(runs.agentId, ids)))
    .groupBy(runs.agentId);
  return new Map(rows.map((row) => [row.agentId, row.pending]));
}
