import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, approvals, runAttempts, runs, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ApprovalStatus } from "#server/core/run.ts";
import type { ApprovalView } from "#server/core/views.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { linkedApprovals } from "./linked-approvals.ts";
import { viewApproval } from "./view-approval.ts";

/** Approvals, newest first. */
export async function listApprovals(
  ctx: Context,
  input: {
    status?: ApprovalStatus | undefined;
    runId?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ items: ApprovalView[]; nextCursor: string | null }> {
  const { status, runId, cursor, limit } = input;
  const rows = await selectApprovals(ctx.db)
    .where(
      and(
        status === undefined ? undefined : eq(approvals.status, status),
        runId === undefined ? undefined : eq(approvals.runId, runId),
        cursor === undefined ? undefined : lt(approvals.id, decodeCursor("approvals", cursor)),
      ),
    )
    .orderBy(desc(approvals.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await linkedApprovals(ctx.db, await viewApprovals(ctx, page)),
    nextCursor: rows.length > limit && last ? encodeCursor("approvals", last.approval.id) : null,
  };
}

/** Approvals joined with what their views say of the run. */
export function selectApprovals(db: Db) {
  return db
    .select({
      approval: approvals,
      agentId: agents.id,
      agentName: agents.name,
      granted: agents.tools,
      stricter: agents.toolPolicies,
      plan: snapshots.plan,
    })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .innerJoin(snapshots, eq(snapshots.id, runs.snapshotId))
    .$dynamic();
}

type JoinedApproval = Awaited<ReturnType<typeof selectApprovals>>[number];

export async function viewApprovals(ctx: Context, rows: readonly JoinedApproval[]): Promise<ApprovalView[]> {
  if (rows.length === 0) return [];
  const runIds = [...new Set(rows.map((row) => row.approval.runId))];
  const attempts = await ctx.db
    .select({ runId: runAttempts.runId, stepId: runAttempts.stepId, correction: runAttempts.correction })
    .from(runAttempts)
    .where(inArray(runAttempts.runId, runIds))
    .orderBy(runAttempts.claim);
  return rows.map(({ approval, granted, stricter, ...run }) =>
    viewApproval(ctx, approval, {
      ...run,
      tools: { granted, stricter },
      corrections: attempts.flatMap((attempt) =>
        attempt.runId === approval.runId && attempt.stepId === approval.stepId
          ? (attempt.correction ?? [])
          : [],
      ),
    }),
  );
}
