import { eq } from "drizzle-orm";
import { agents, runEvents, runSteps, runs, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";

/** A run that failed at the second step of the agent's saved plan, as it is kept. */
export async function insertFailedRun(
  ctx: Context,
  input: { agentId: string; message: string; trigger: "manual" | "schedule" },
): Promise<string> {
  const [saved] = await ctx.db
    .select({ snapshot: snapshots })
    .from(agents)
    .innerJoin(snapshots, eq(snapshots.id, agents.snapshotId))
    .where(eq(agents.id, input.agentId));
  const steps = saved?.snapshot.plan.steps ?? [];
  const failed = steps[1];
  if (!saved || !failed) throw new Error("The agent has no saved plan of two steps");

  const runId = ctx.newId("run");
  const now = ctx.now();
  await ctx.db.insert(runs).values({
    id: runId,
    agentId: input.agentId,
    snapshotId: saved.snapshot.id,
    status: "failed",
    trigger:
      input.trigger === "manual"
        ? { type: "manual" }
        : { type: "schedule", scheduleId: "sch_1", scheduledFor: now.toISOString() },
    seq: 1,
    createdAt: now,
    startedAt: now,
    endedAt: now,
  });
  await ctx.db.insert(runSteps).values(
    steps.map((step, position) => ({
      runId,
      stepId: step.id,
      position,
      status:
        position < 1 ? ("completed" as const) : position === 1 ? ("failed" as const) : ("skipped" as const),
      reason:
        position < 1 ? null : position === 1 ? ("not_retryable" as const) : ("upstream_failed" as const),
      causeStepId: position > 1 ? failed.id : null,
      error: position === 1 ? { message: input.message } : null,
    })),
  );
  await ctx.db.insert(runEvents).values({
    runId,
    seq: 1,
    type: "run-failed",
    at: now,
    data: { failedStepId: failed.id },
  });
  return runId;
}
