import type { Context } from "#server/context.ts";
import { executeIn } from "./executor.ts";
import { readKeepRunsDays } from "./read-keep-runs-days.ts";

const MOST_DAYS = 90;
const BATCH = 2_000;

// Of each status the newest stays, so that the last run of a yearly schedule is still known.
const PRUNE = `
with old as (
  select s.schedule_id, s.scheduled_for from schedule_slots s
  where s.settled_at < clock_timestamp() - $1::int * interval '1 day' and s.status <> 'queued'
    and exists (select 1 from schedule_slots n where n.schedule_id = s.schedule_id
      and n.scheduled_for > s.scheduled_for and n.status = s.status)
  limit $2 for update of s skip locked),
gone as (
  delete from schedule_slots s using old
  where s.schedule_id = old.schedule_id and s.scheduled_for = old.scheduled_for returning 1)
select count(*)::int as gone from gone`;

/** Deletes what became of slots as long ago as runs are kept, or of the last 90 days at most. */
export async function pruneSlots(ctx: Context, isStopping: () => boolean = () => false): Promise<number> {
  const days = Math.min((await readKeepRunsDays(ctx.db)) ?? MOST_DAYS, MOST_DAYS);
  let total = 0;
  while (!isStopping()) {
    const [row] = await executeIn(ctx.db)(PRUNE, [days, BATCH]);
    const gone = Number(row?.["gone"] ?? 0);
    total += gone;
    if (gone < BATCH) break;
  }
  return total;
}
