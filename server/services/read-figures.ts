import type { Db } from "#db/client.ts";
import type { ApprovalStatus, RunStatus, StepReason } from "#server/core/run.ts";
import { executeIn } from "./executor.ts";

/** How much of everything stands open now, in the whole installation. */
export type Figures = {
  runs: Partial<Record<RunStatus, number>>;
  runningSteps: number;
  pausedSteps: Partial<Record<StepReason, number>>;
  approvals: Partial<Record<ApprovalStatus, number>>;
  oldestApprovalSeconds: number;
  jobs: { ready: number; delayed: number; active: number };
  oldestReadyJobSeconds: number;
};

// Each part goes by an index over what is open; what is over is never counted.
const FIGURES = `
with jobs as (
  select count(*) filter (where state < 'active' and start_after <= clock_timestamp()) as ready,
    count(*) filter (where state < 'active' and start_after > clock_timestamp()) as delayed,
    count(*) filter (where state = 'active') as active,
    min(greatest(start_after, created_on)) filter (where state < 'active' and start_after <= clock_timestamp()) as ready_since
  from pgboss.job where name = 'drive-run' and state < 'completed')
select
  (select json_object_agg(status, amount) from (
    select status, count(*) as amount from runs
    where status in ('queued', 'running', 'paused') group by status) x) as runs,
  (select count(*)::int from run_steps where status = 'running') as "runningSteps",
  (select json_object_agg(reason, amount) from (
    select s.reason, count(*) as amount from runs r join run_steps s on s.run_id = r.id
    where r.status in ('running', 'paused') and s.status = 'paused' and s.reason is not null
    group by s.reason) x) as "pausedSteps",
  (select json_object_agg(status, amount) from (
    select status, count(*) as amount from approvals
    where status in ('waiting', 'pending') group by status) x) as approvals,
  coalesce(extract(epoch from clock_timestamp() - (
    select min(created_at) from approvals where status = 'pending')), 0)::float8 as "oldestApprovalSeconds",
  jobs.ready::int as ready, jobs.delayed::int as delayed, jobs.active::int as active,
  coalesce(extract(epoch from clock_timestamp() - jobs.ready_since), 0)::float8 as "oldestReadyJobSeconds"
from jobs`;

export async function readFigures(db: Db): Promise<Figures> {
  const [row] = await executeIn(db)(FIGURES, []);
  if (!row) throw new Error("The figures of the database gave no row");
  const { ready, delayed, active, ...rest } = row;
  const counts = (value: unknown) => (value ?? {}) as Record<string, number>;
  return {
    runs: counts(rest["runs"]),
    runningSteps: Number(rest["runningSteps"]),
    pausedSteps: counts(rest["pausedSteps"]),
    approvals: counts(rest["approvals"]),
    oldestApprovalSeconds: Math.max(0, Number(rest["oldestApprovalSeconds"])),
    jobs: { ready: Number(ready), delayed: Number(delayed), active: Number(active) },
    oldestReadyJobSeconds: Math.max(0, Number(rest["oldestReadyJobSeconds"])),
  };
}
