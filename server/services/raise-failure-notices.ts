import { inArray } from "drizzle-orm";
import { runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { failureWords } from "#server/core/notice-words.ts";
import { executeHot, executeIn } from "./executor.ts";
import { findUntoldRuns, type UntoldRun } from "./find-notice-causes.ts";
import { countNotice } from "./open-notice.ts";
import { readViewedRows, reportOf } from "./read-run-rows.ts";
import { type FailedRuns, reportFailedRun } from "./report-failed-run.ts";

const BATCH = 200;

// Nobody else changes a failed run; two workers may tell of it.
const TAKE = `
select id from runs where id = any($1::text[]) and noticed_at is null order by id for update skip locked`;

/** Tells people of failed runs: one notice for each cause, and a message where the plan was talked about. */
export async function raiseFailureNotices(ctx: Context): Promise<void> {
  const groups = new Map<string, UntoldRun[]>();
  for (const run of await findUntoldRuns(executeHot(ctx.database), BATCH)) {
    const cause = causeOf(run);
    groups.set(cause, [...(groups.get(cause) ?? []), run]);
  }
  for (const [cause, group] of groups) {
    try {
      await tell(ctx, cause, group);
    } catch (error) {
      // One that cannot be told must not keep the others from it.
      ctx.log.error({ err: error, cause }, "A notice could not be raised");
    }
  }
}

/** Runs that a person starts are looked after by that person: each is a cause of its own. */
function causeOf({ runId, agentId, snapshotId, trigger, failedStepId }: UntoldRun): string {
  if (trigger === "agent") return "";
  return trigger === "manual"
    ? `run_failed ${runId}`
    : `run_failed ${agentId} ${snapshotId} ${failedStepId ?? ""}`;
}

async function tell(ctx: Context, cause: string, group: readonly UntoldRun[]): Promise<void> {
  const last = group.at(-1);
  if (last === undefined) return;
  // The run that started such a run fails by it, and tells.
  const report = cause === "" ? null : await readFailure(ctx, last);

  const raised = await ctx.db.transaction(async (tx) => {
    const taken = await executeIn(tx)(TAKE, [group.map(({ runId }) => runId)]);
    const ids = taken.map((row) => String(row["id"]));
    const mine = group.filter(({ runId }) => ids.includes(runId));
    if (mine.length === 0) return null;
    await tx.update(runs).set({ noticedAt: ctx.now() }).where(inArray(runs.id, ids));
    if (report === null) return null;

    const { agentId, runId } = last;
    const words = failureWords(report.step, report.summary);
    const notice = await countNotice(
      ctx,
      tx,
      { ...words, agentId, kind: "run_failed", cause, runId },
      mine.length,
    );
    const failed: FailedRuns = {
      noticeId: notice.noticeId,
      firstRunId: mine[0]?.runId ?? runId,
      lastRunId: runId,
      count: mine.length,
      summary: report.summary,
      failedStepId: report.step?.stepId ?? null,
      failedStepNumber: report.step?.number ?? null,
    };
    await reportFailedRun(ctx, tx, { agentId, failed });
    return notice;
  });
  if (raised?.isNew === true) ctx.metrics.noticeRaised("run_failed");
}

type Failure = { step: { stepId: string; number: number; title: string } | null; summary: string };

async function readFailure(ctx: Context, { runId, failedStepId }: UntoldRun): Promise<Failure> {
  try {
    const rows = await readViewedRows(ctx, runId);
    const { failed_step, summary } = reportOf(rows);
    const index = rows.plan.steps.findIndex(({ id }) => id === (failedStepId ?? failed_step));
    const step = rows.plan.steps[index];
    return { step: step ? { stepId: step.id, number: index + 1, title: step.title } : null, summary };
  } catch (error) {
    // A run whose report cannot be made has failed all the same, and must not keep others from being told.
    ctx.log.error({ err: error, runId }, "The report of a failed run could not be made");
    return { step: null, summary: "The run failed. Its report could not be made." };
  }
}
