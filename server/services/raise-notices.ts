import type { Context } from "#server/context.ts";
import { approvalWords, pauseWords } from "#server/core/notice-words.ts";
import { closeNotices } from "./close-notices.ts";
import { executeHot } from "./executor.ts";
import { findUntoldApprovals, findUntoldPauses, lookForNoticeWork } from "./find-notice-causes.ts";
import { type NewNotice, openNotices } from "./open-notice.ts";
import { raiseFailureNotices } from "./raise-failure-notices.ts";

const BATCH = 100;

/**
 * Raises a notice for each new cause and closes those whose cause is over. Any number of workers may do it
 * at once: a cause has one open notice. Answers whether something may be due to be sent.
 */
export async function raiseNotices(ctx: Context): Promise<{ isAnyDue: boolean }> {
  const execute = executeHot(ctx.database);
  const work = await lookForNoticeWork(execute);
  if (work.failed) await raiseFailureNotices(ctx);
  if (work.approvals) {
    await raiseAll(ctx, async () => (await findUntoldApprovals(execute, BATCH)).map(approvalNotice));
  }
  if (work.pauses) await raiseAll(ctx, async () => (await findUntoldPauses(execute, BATCH)).map(pauseNotice));
  const isNew = work.failed || work.approvals || work.pauses;
  if (isNew || work.open) await closeNotices(execute);
  return { isAnyDue: isNew || work.due };
}

/** Batch after batch, until there is nothing left that this worker can tell of. */
async function raiseAll(ctx: Context, find: () => Promise<NewNotice[]>): Promise<void> {
  for (let isMore = true; isMore; ) {
    const found = await find();
    const opened = await ctx.db.transaction((tx) => openNotices(ctx, tx, found));
    for (const { kind } of opened) ctx.metrics.noticeRaised(kind);
    isMore = found.length === BATCH && opened.length > 0;
  }
}

type Untold<Find extends (...input: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Find>>[number];

function approvalNotice(found: Untold<typeof findUntoldApprovals>): NewNotice {
  const { agentId, runId, approvalId, position, reason, ...step } = found;
  return {
    ...approvalWords({ ...step, number: position + 1 }, reason),
    agentId,
    kind: "approval_waiting",
    cause: `approval_waiting ${approvalId}`,
    runId,
    approvalId,
  };
}

function pauseNotice({
  agentId,
  runId,
  stepId,
  position,
  title,
  reason,
}: Untold<typeof findUntoldPauses>): NewNotice {
  return {
    ...pauseWords({ number: position + 1, title }, reason),
    agentId,
    kind: "run_paused",
    cause: `run_paused ${runId} ${stepId} ${reason}`,
    runId,
  };
}
