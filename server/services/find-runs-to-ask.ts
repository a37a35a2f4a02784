import { DEFAULT_OPEN_APPROVALS } from "#server/core/settings.ts";
import type { Execute } from "./executor.ts";
import { OPEN_APPROVALS_KEY } from "./read-open-approvals.ts";

// Of each agent that has room, the run whose turn it is: that one brings the others.
const NEXT = `
select distinct on (agent_id) run_id from (
  select agent_id, run_id, count(*) filter (where status = 'pending') as pending,
    min(created_at) filter (where status = 'waiting') as oldest_at,
    sum(count(*) filter (where status = 'pending')) over (partition by agent_id) as total
  from approvals
  where decided_at is null and agent_id in (select agent_id from approvals where status = 'waiting')
  group by agent_id, run_id) open
where oldest_at is not null
  and total < coalesce((select (value #>> '{}')::int from settings where key = $1), $2::int)
order by agent_id, pending, oldest_at, run_id`;

/** Runs that hold an approval back although they could ask: the job that told them so was lost, or more may ask now. */
export async function findRunsToAsk(execute: Execute): Promise<string[]> {
  const rows = await execute(NEXT, [OPEN_APPROVALS_KEY, DEFAULT_OPEN_APPROVALS]);
  return rows.map((row) => String(row["run_id"]));
}
