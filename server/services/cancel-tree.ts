import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { childKey } from "#server/core/run-rules/child-key.ts";
import { type ChangedRun, changeRunIn } from "./change-run.ts";
import { notifyCanceled, notifyRuns } from "./notify-runs.ts";
import { reportChange } from "./report-change.ts";

type Check = (standing: Omit<ChangedRun, "decision">) => void;

/**
 * Cancels a run and every run that its steps wait for, in the caller's transaction. `check` may throw to
 * refuse. Answers with the runs that were canceled, the first one first.
 */
export async function cancelTree(
  ctx: Context,
  tx: Db,
  { runId, by }: { runId: string; by: string },
  check: Check,
): Promise<ChangedRun[]> {
  const canceled = [await cancelOne(ctx, tx, { runId, by }, check)];
  const why = `${by}, by canceling run "${runId}"`;
  // The list grows while it is walked.
  for (const run of canceled) {
    for (const childId of await openChildren(tx, run)) {
      canceled.push(await cancelOne(ctx, tx, { runId: childId, by: why }));
    }
  }
  return canceled.filter(({ decision }) => decision.change !== null);
}

/** Tells the tries of canceled runs to stop, and those who watch the runs to look. */
export async function tellCanceled(ctx: Context, canceled: readonly ChangedRun[]): Promise<void> {
  for (const { state, decision } of canceled) {
    if (decision.change !== null) reportChange(ctx, state, decision.change);
  }
  await notifyRuns(
    ctx,
    canceled.map(({ state }) => state.runId),
  );
  for (const { state } of canceled) await notifyCanceled(ctx, state.runId);
}

function cancelOne(
  ctx: Context,
  tx: Db,
  { runId, by }: { runId: string; by: string },
  check: Check = () => {},
): Promise<ChangedRun> {
  return changeRunIn(ctx, tx, runId, (standing) => {
    check(standing);
    return isFinalRunStatus(standing.state.status) ? [] : [{ type: "canceled", by }];
  });
}

/** Found by what starts them, as a child may be there before its parent knows of it. */
async function openChildren(tx: Db, { state, plan, decision }: ChangedRun): Promise<string[]> {
  const asked = plan.plan.steps.flatMap(({ id, agent }) => {
    const step = decision.change?.steps.get(id);
    if (agent === undefined || step?.startedAt == null) return [];
    // A try that was given back had the number that the next one will have.
    return [step.attempt, step.attempt + 1].map((attempt) => ({
      agent,
      key: childKey({ runId: state.runId, stepId: id, attempt }),
    }));
  });
  if (asked.length === 0) return [];
  const slugs = [...new Set(asked.map(({ agent }) => agent))];
  const keys = asked.map(({ key }) => key);
  const rows = await tx
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .where(and(inArray(agents.slug, slugs), inArray(runs.idempotencyKey, keys), isNull(runs.endedAt)))
    .orderBy(runs.id);
  return rows.map((row) => row.id);
}
