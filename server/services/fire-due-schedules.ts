import { eq } from "drizzle-orm";
import { schedules } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { executeHot, executeIn } from "./executor.ts";
import { readDatabaseTime } from "./read-database-time.ts";
import { type SettledSchedule, settleScheduleIn, tellSettled } from "./settle-schedule.ts";

const AT_ONCE = 4;

// By the database's clock. The subqueries take one time, so that the index serves them.
const DUE = `
with clock as (select clock_timestamp() as now)
select
  (select coalesce(json_agg(id order by next_fire_at), '[]') from schedules
    where enabled and next_fire_at <= (select now from clock)) as due,
  (select coalesce(json_agg(distinct q.schedule_id), '[]')
    from schedule_slots q join schedules s on s.id = q.schedule_id
    where q.status = 'queued' and (s.overlap = 'allow' or not s.enabled or (s.paused_from <= (select now from clock)
        and (s.paused_until is null or s.paused_until > (select now from clock)))
      or not exists (select 1 from runs r where r.status in ('queued', 'running', 'paused')
        and r.agent_id = s.agent_id and r.trigger ->> 'type' = 'schedule'
        and r.trigger ->> 'scheduleId' = s.id))) as ready,
  (select extract(epoch from min(next_fire_at) - (select now from clock)) * 1000 from schedules
    where enabled and next_fire_at > (select now from clock))::float8 as wait`;

// A clock that was set back leaves schedules settled ahead of it; a row from elsewhere has no next slot yet.
const STRAY = `
select id from schedules where enabled and broken is null and (
  settled_at > clock_timestamp() + interval '1 s'
  or (next_fire_at is null and (paused_from is null or paused_from > clock_timestamp()
    or paused_until <= clock_timestamp())))`;

type Round = {
  /** Schedules that something happened to. */
  settled: number;
  /** Until the next slot after those that are due; null when there is none. */
  waitMs: number | null;
};

/**
 * Settles the slots that have come, each schedule in a transaction of its own: one that cannot be settled
 * stops no other. Any number of workers may do so at once. `findsStray` looks for schedules that no clock
 * would bring up.
 */
export async function fireDueSchedules(
  ctx: Context,
  { findsStray = false, isStopping = () => false }: { findsStray?: boolean; isStopping?: () => boolean } = {},
): Promise<Round> {
  const execute = executeHot(ctx.database);
  const [row] = await execute(DUE, []);
  const stray = findsStray ? (await execute(STRAY, [])).map(({ id }) => String(id)) : [];
  // The columns are those of the statement above.
  const { due, ready, wait } = row as { due: string[]; ready: string[]; wait: number | null };
  const left = [...new Set([...due, ...ready, ...stray])];
  let settled = 0;

  async function work(): Promise<void> {
    for (let id = left.shift(); id !== undefined && !isStopping(); id = left.shift()) {
      try {
        if (await fireSchedule(ctx, id)) settled += 1;
      } catch (error) {
        ctx.log.error({ err: error, scheduleId: id }, "A schedule could not be settled; it is tried again");
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, left.length) }, work));
  return { settled, waitMs: wait };
}

/** false when somebody else is at it, or has been. */
async function fireSchedule(ctx: Context, scheduleId: string): Promise<boolean> {
  const settled = await ctx.db.transaction(async (tx): Promise<SettledSchedule | null> => {
    const [row] = await tx
      .select()
      .from(schedules)
      .where(eq(schedules.id, scheduleId))
      .for("update", { skipLocked: true });
    return row ? settleScheduleIn(ctx, tx, row, await readDatabaseTime(executeIn(tx))) : null;
  });
  if (settled === null) return false;
  tellSettled(ctx, settled);
  return settled.hasMoved;
}
