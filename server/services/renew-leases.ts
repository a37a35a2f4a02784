import type { Context } from "#server/context.ts";
import { executeHot } from "./executor.ts";

export type HeldClaim = { runId: string; stepId: string; claim: number };

// A lease that has run out, as the database or its worker was away, is renewed while nobody has settled its step: the
// run's version moves with it, so that a sweep that has seen it run out decides again. Rows that somebody holds are left
// for the next time.
const RENEW = `
with held as (
  select h.run_id, h.step_id, h.lease_until <= clock_timestamp() as is_over from run_steps h
  join jsonb_to_recordset($3::text::jsonb) as x("runId" text, "stepId" text, claim int)
    on h.run_id = x."runId" and h.step_id = x."stepId" and h.claim = x.claim
  where h.status = 'running' and h.lease_owner = $1
  for update of h skip locked),
free as (
  select r.id from runs r where r.id in (select run_id from held where is_over)
  for update of r skip locked),
moved as (
  update runs r set version = r.version + 1 from free where r.id = free.id)
update run_steps s set lease_until = clock_timestamp() + $2::int * interval '1 ms'
from held
where s.run_id = held.run_id and s.step_id = held.step_id
  and (not held.is_over or held.run_id in (select id from free))
returning s.run_id, s.step_id, s.claim`;

/** Pushes the leases of this worker's tries forward. Answers with those that it still holds. */
export async function renewLeases(
  ctx: Context,
  input: { worker: string; leaseMs: number; claims: readonly HeldClaim[] },
): Promise<HeldClaim[]> {
  const rows = await executeHot(ctx.database)(RENEW, [
    input.worker,
    input.leaseMs,
    JSON.stringify(input.claims),
  ]);
  return rows.map((row) => ({
    runId: String(row["run_id"]),
    stepId: String(row["step_id"]),
    claim: Number(row["claim"]),
  }));
}
