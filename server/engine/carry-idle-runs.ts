import type { Context } from "#server/context.ts";
import { executeIn } from "#server/services/executor.ts";
import { DRIVE_RUN } from "./boss.ts";

// Runs that hold work and that nothing carries: no job, no try under way.
const IDLE_RUNS = `
select r.id from runs r
where r.status in ('queued', 'running', 'paused') and r.created_at < clock_timestamp() - interval '30 s'
  and (r.status <> 'paused' or exists (
    select 1 from run_steps s where s.run_id = r.id and s.status = 'paused' and s.due_at < clock_timestamp()))
  and not exists (select 1 from run_steps s where s.run_id = r.id
    and (s.due_at > clock_timestamp() or (s.status = 'running' and (s.lease_owner is not null
      or not exists (select 1 from runs c where c.id = s.child_run_id and c.ended_at is not null)))))
  and not exists (select 1 from pgboss.job j where j.name = '${DRIVE_RUN}'
    and j.state in ('created', 'retry', 'active') and j.data ->> 'runId' = r.id)
limit 100`;

/** The net under everything else: sends jobs for runs that would otherwise be forgotten. */
export async function carryIdleRuns(ctx: Context): Promise<void> {
  const rows = await executeIn(ctx.db)(IDLE_RUNS, []);
  const jobs = rows.map((row) => ({ runId: String(row["id"]), priority: "continued" as const }));
  if (jobs.length > 0) await ctx.queue.send(ctx.db, jobs);
}
