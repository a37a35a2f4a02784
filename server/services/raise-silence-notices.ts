import { and, eq, isNull, notInArray, sql } from "drizzle-orm";
import { notices } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { silenceWords } from "#server/core/notice-words.ts";
import { executeIn } from "./executor.ts";
import { findSilentSchedules } from "./find-silent-schedules.ts";
import { openNotices } from "./open-notice.ts";
import type { OverdueWatch } from "./overdue-watch.ts";

const LOCK = "select pg_try_advisory_xact_lock(hashtext('stepwright_silent_schedules')) as mine";

/**
 * Raises a notice for each schedule that is silent, and closes those of schedules that are not any more. One
 * worker at a time, so that what one has seen is not older than what another has done.
 */
export async function raiseSilenceNotices(ctx: Context, watch: OverdueWatch): Promise<void> {
  const raised = await ctx.db.transaction(async (tx) => {
    const execute = executeIn(tx);
    const [lock] = await execute(LOCK, []);
    if (lock?.["mine"] !== true) return 0;

    const silent = await findSilentSchedules(execute);
    const opened = await openNotices(
      ctx,
      tx,
      watch.lasting(silent).map(({ scheduleId, agentId, words }) => ({
        ...silenceWords(words),
        agentId,
        kind: "schedule_silent",
        cause: `schedule_silent ${scheduleId}`,
        scheduleId,
      })),
    );
    const stillSilent = silent.map(({ scheduleId }) => scheduleId);
    await tx
      .update(notices)
      .set({ closedAt: sql`clock_timestamp()` })
      .where(
        and(
          isNull(notices.closedAt),
          eq(notices.kind, "schedule_silent"),
          notInArray(notices.scheduleId, stillSilent),
        ),
      );
    return opened.length;
  });
  for (let left = raised; left > 0; left -= 1) ctx.metrics.noticeRaised("schedule_silent");
}
