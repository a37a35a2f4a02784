import type { Context } from "#server/context.ts";
import { endsRun } from "#server/core/run-rules/ends-run.ts";
import type { RunChange } from "#server/core/run-rules/run-change.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";

/** Tells whoever watches of a change that was written: counts it, and logs a run's start and end. */
export function reportChange(ctx: Pick<Context, "log" | "metrics">, run: RunState, change: RunChange): void {
  ctx.metrics.runChanged(change);
  const { runId, agentId } = run;
  if (change.log.some((entry) => entry.type === "run-started")) {
    ctx.log.info({ runId, agentId, snapshotId: run.snapshotId }, "Run started");
  }
  if (!endsRun(change)) return;
  const { status, startedAt, endedAt } = change;
  const seconds = startedAt === null || endedAt === null ? null : (endedAt - startedAt) / 1_000;
  ctx.log.info({ runId, agentId, status, seconds, steps: stepsByStatus(run, change) }, "Run ended");
}

function stepsByStatus(run: RunState, change: RunChange): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [stepId, step] of run.steps) {
    const { status } = change.steps.get(stepId) ?? step;
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
