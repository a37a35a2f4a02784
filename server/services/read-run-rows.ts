import { and, asc, eq, inArray, max } from "drizzle-orm";
import { approvals, runAttempts, runEvents, runSteps, runs, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { RunReport } from "#server/core/views.ts";
import { runReport } from "#server/core/run-report.ts";
import { notFound } from "#server/errors.ts";
import { selectRuns } from "./view-runs.ts";

/** Everything that is kept of one run, as it was at one moment. */
export type RunRows = Awaited<ReturnType<typeof readRunRows>>;

export async function readRunRows(ctx: Context, runId: string) {
  return ctx.db.transaction(
    async (tx) => {
      const [row] = await selectRuns(tx).where(eq(runs.id, runId));
      if (!row) throw notFound("Run", runId);
      const [snapshot] = await tx
        .select({ plan: snapshots.plan })
        .from(snapshots)
        .where(eq(snapshots.id, row.run.snapshotId));
      if (!snapshot) throw new Error(`Snapshot "${row.run.snapshotId}" of a run is missing`);
      const steps = await tx
        .select()
        .from(runSteps)
        .where(eq(runSteps.runId, runId))
        .orderBy(runSteps.position);
      const attempts = await tx
        .select()
        .from(runAttempts)
        .where(eq(runAttempts.runId, runId))
        .orderBy(asc(runAttempts.stepId), asc(runAttempts.claim));
      const asked = await tx
        .select()
        .from(approvals)
        .where(eq(approvals.runId, runId))
        .orderBy(approvals.createdAt, approvals.id);
      const settled = await tx
        .select({ stepId: runEvents.stepId, seq: max(runEvents.seq) })
        .from(runEvents)
        .where(
          and(
            eq(runEvents.runId, runId),
            inArray(runEvents.type, ["step-completed", "step-failed", "step-skipped"]),
          ),
        )
        .groupBy(runEvents.stepId)
        .orderBy(max(runEvents.seq));
      const order = settled.flatMap(({ stepId }) => stepId ?? []);
      return { ...row, plan: snapshot.plan, steps, attempts, approvals: asked, settled: order };
    },
    { isolationLevel: "repeatable read" },
  );
}

export function reportOf(rows: RunRows): RunReport {
  return runReport({
    snapshotId: rows.run.snapshotId,
    plan: rows.plan,
    status: rows.run.status,
    settled: rows.settled,
    steps: new Map(
      rows.steps.map((step) => [
        step.stepId,
        {
          ...step,
          failures: rows.attempts.flatMap((row) =>
            row.stepId === step.stepId && row.correction !== null && row.error !== null
              ? [{ attempt: row.attempt, message: row.error.message }]
              : [],
          ),
        },
      ]),
    ),
  });
}
