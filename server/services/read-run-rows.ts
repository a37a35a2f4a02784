import { and, asc, eq, inArray, max } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { approvals, runAttempts, runEvents, runSteps, runs, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import type { RunReport } from "#server/core/views.ts";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import { isUncertain } from "#server/core/run-rules/open-calls.ts";
import { runReport } from "#server/core/run-report.ts";
import { notFound } from "#server/errors.ts";
import { selectRuns } from "./view-runs.ts";
import { viewedRunInput, viewedSteps } from "./viewed-values.ts";

export type RunRows = Awaited<ReturnType<typeof readRunRows>>;

/** Everything that is kept of one run, as it was at one moment. */
export function readRunRows(ctx: Context, runId: string) {
  return readRows(ctx, runId, { input: readInput, steps: readSteps });
}

/** The same as people see it: of values that the log links, the link is read and not the value. */
export function readViewedRows(ctx: Context, runId: string): Promise<RunRows> {
  return readRows(ctx, runId, { input: viewedRunInput, steps: viewedSteps });
}

type Readers = { input: typeof readInput; steps: typeof readSteps };

async function readInput(tx: Db, runId: string): Promise<Json | null> {
  const [row] = await tx.select({ input: runs.input }).from(runs).where(eq(runs.id, runId));
  return row?.input ?? null;
}

async function readSteps(tx: Db, runId: string) {
  return tx.select().from(runSteps).where(eq(runSteps.runId, runId)).orderBy(runSteps.position);
}

async function readRows(ctx: Context, runId: string, read: Readers) {
  return ctx.db.transaction(
    async (tx) => {
      const [row] = await selectRuns(tx).where(eq(runs.id, runId));
      if (!row) throw notFound("Run", runId);
      const [snapshot] = await tx
        .select({ plan: snapshots.plan })
        .from(snapshots)
        .where(eq(snapshots.id, row.run.snapshotId));
      if (!snapshot) throw new Error(`Snapshot "${row.run.snapshotId}" of a run is missing`);
      const run = { ...row.run, input: await read.input(tx, runId) };
      const steps = await read.steps(tx, runId);
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
      return { ...row, run, plan: snapshot.plan, steps, attempts, approvals: asked, settled: order };
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
          isUncertain: isUncertain(step),
          output: step.output === null ? null : maskSecrets(step.output),
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
