import type { Attention, WaitingRun } from "#server/core/run-rules/approval-places.ts";
import { DEFAULT_OPEN_APPROVALS } from "#server/core/settings.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import type { Execute } from "./executor.ts";
import { OPEN_APPROVALS_KEY } from "./read-open-approvals.ts";

// A run that is started takes a key share of its agent's row, and need not wait for this.
const LOCK = "select id from agents where id = $1 for no key update";
const READ = `
with most as (select coalesce((select (value #>> '{}')::int from settings where key = $3), $4::int) as most),
open as (
  select run_id, count(*) filter (where status = 'pending') as pending,
    count(*) filter (where status = 'waiting') as waiting,
    round(extract(epoch from min(created_at) filter (where status = 'waiting')) * 1000) as oldest_at
  from approvals where agent_id = $1 and decided_at is null and run_id <> $2 group by run_id),
next as (
  select * from open where waiting > 0 order by pending, oldest_at, run_id limit (select most from most))
select most.most, (select coalesce(sum(pending), 0)::float8 from open) as pending,
  (select json_agg(json_build_object('runId', run_id, 'pending', pending, 'waiting', waiting, 'oldestAt', oldest_at)
    order by pending, oldest_at, run_id) from next) as others
from most`;

/**
 * What else of the agent's asks people, and how much may. Whoever opens or ends approvals holds the
 * agent's lock from here to the commit, so that no two take the same place.
 */
export async function lockAttention(
  execute: Execute,
  { agentId, runId }: Pick<RunState, "agentId" | "runId">,
): Promise<Attention> {
  await execute(LOCK, [agentId]);
  const [row] = await execute(READ, [agentId, runId, OPEN_APPROVALS_KEY, DEFAULT_OPEN_APPROVALS]);
  if (!row) throw new Error("The count of open approvals answered with no row");
  return {
    most: Number(row["most"]),
    pending: Number(row["pending"]),
    others: (row["others"] ?? []) as WaitingRun[],
  };
}
