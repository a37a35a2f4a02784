import type { Execute } from "./executor.ts";

// What somebody has settled has been seen by them; what mended itself may still be news. Deliveries to a webhook
// differ: a good run of one says nothing of another, until a person has read of it or an hour was quiet.
const CLOSE = `
with settled as (
  update notices n set closed_at = clock_timestamp(), read_at = coalesce(n.read_at, clock_timestamp())
  where n.closed_at is null and (
    n.kind = 'approval_waiting' and not exists (
      select 1 from approvals p where p.id = n.approval_id and p.status = 'pending')
    or n.kind = 'run_paused' and not exists (
      select 1 from run_steps s where s.run_id = n.run_id and s.status = 'paused'
        and n.cause = 'run_paused ' || s.run_id || ' ' || s.step_id || ' ' || s.reason))
  returning n.id),
mended as (
  update notices n set closed_at = clock_timestamp()
  where n.closed_at is null and n.kind = 'run_failed' and exists (
    select 1 from (
      select later.status, later.created_at, later.trigger from runs later where later.agent_id = n.agent_id
      order by later.created_at desc limit $1) newest
    where newest.status = 'completed' and (newest.trigger ->> 'type' = 'manual' or n.read_at is not null
        or n.last_at < clock_timestamp() - interval '1 hour'
        or not exists (select 1 from runs r where r.id = n.run_id and r.trigger ->> 'type' = 'webhook'))
      and newest.created_at > coalesce((select r.created_at from runs r where r.id = n.run_id), n.last_at))
  returning n.id)
select ((select count(*) from settled) + (select count(*) from mended))::int as closed`;

// A run that completed is among the newest of its agent for longer than the time between two looks.
const NEWEST = 50;

/**
 * Closes the notices whose cause is over: decided, resumed, or followed by a run of the same agent that
 * completed. Answers with how many.
 */
export async function closeNotices(execute: Execute): Promise<number> {
  const [row] = await execute(CLOSE, [NEWEST]);
  return Number(row?.["closed"] ?? 0);
}
