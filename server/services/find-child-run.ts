import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ChildRun } from "#server/core/attempt.ts";
import { counted } from "#server/core/counted.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { childKey } from "#server/core/run-rules/child-key.ts";
import {
  type EndedStep,
  isSafeToRepeat,
  isWorthAnother,
  outputsOf,
} from "#server/core/run-rules/child-ending.ts";
import { executeIn } from "./executor.ts";
import { cancelRun } from "./cancel-run.ts";
import { type RunRows, readRunRows, reportOf } from "./read-run-rows.ts";

/** The attempt of a step that runs another agent. */
export type ChildPlace = {
  runId: string;
  stepId: string;
  attempt: number;
  /** Slug of the agent that it runs. */
  agent: string;
  /** How long the child may take; null for as long as it needs. */
  timeoutSeconds: number | null;
};

/** The run that this attempt started, as it stands. One that has taken too long is canceled. */
export async function findChildRun(ctx: Context, place: ChildPlace): Promise<ChildRun | null> {
  const runId = await childIdOf(ctx.db, place);
  if (runId === null) return null;
  const rows = await readRunRows(ctx, runId);
  if (isFinalRunStatus(rows.run.status)) return endedChild(rows, place);

  const dueAt = dueTime(rows, place);
  if (dueAt === null || (await databaseTime(ctx.db)) < dueAt) return { type: "open", runId, dueAt };
  await cancelLate(ctx, runId, place);
  return endedChild(await readRunRows(ctx, runId), place);
}

async function childIdOf(db: Db, place: ChildPlace): Promise<string | null> {
  const [row] = await db
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .where(and(eq(agents.slug, place.agent), eq(runs.idempotencyKey, childKey(place))));
  return row?.id ?? null;
}

function dueTime({ run }: RunRows, { timeoutSeconds }: ChildPlace): number | null {
  return timeoutSeconds === null ? null : run.createdAt.getTime() + timeoutSeconds * 1_000;
}

async function databaseTime(db: Db): Promise<number> {
  const [row] = await executeIn(db)(
    "select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now",
    [],
  );
  return Number(row?.["now"]);
}

async function cancelLate(ctx: Context, runId: string, { stepId, runId: parent }: ChildPlace): Promise<void> {
  try {
    await cancelRun(ctx, { runId, by: `The time limit of step "${stepId}" of run "${parent}"` });
  } catch (error) {
    // It ended by itself meanwhile, and then that counts.
    const rows = await readRunRows(ctx, runId);
    if (!isFinalRunStatus(rows.run.status)) throw error;
  }
}

function endedChild(rows: RunRows, place: ChildPlace): ChildRun {
  const { run, plan, agentName } = rows;
  const { usage } = run;
  const steps = endedSteps(rows);
  if (run.status === "completed") {
    return { type: "completed", runId: run.id, outputs: outputsOf(plan, steps), usage };
  }
  const name = `Run "${run.id}" of agent "${agentName}"`;
  if (run.status === "failed") {
    const isRetryable = isWorthAnother(plan, steps) && isSafeToRepeat(steps);
    const message = `${name} failed. ${reportOf(rows).summary}`;
    return { type: "broken", runId: run.id, message, isRetryable, usage };
  }
  const dueAt = dueTime(rows, place);
  const isLate = dueAt !== null && run.endedAt !== null && run.endedAt.getTime() >= dueAt;
  if (!isLate) {
    return { type: "broken", runId: run.id, message: `${name} was canceled.`, isRetryable: false, usage };
  }
  const limit = counted(place.timeoutSeconds ?? 0, "second");
  const message = `${name} did not end within ${limit} and was canceled.`;
  return { type: "broken", runId: run.id, message, isRetryable: isSafeToRepeat(steps), usage };
}

function endedSteps({ steps, approvals }: RunRows): Map<string, EndedStep> {
  const rejected = new Set(
    approvals.flatMap(({ stepId, status }) => (status === "rejected" ? [stepId] : [])),
  );
  return new Map(steps.map((step) => [step.stepId, { ...step, isRejected: rejected.has(step.stepId) }]));
}
