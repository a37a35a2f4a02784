import type { Context } from "#server/context.ts";
import { executeHot } from "./executor.ts";

export type HeldClaim = { runId: string; stepId: string; claim: number };

// A lease that has run out stays so, except while the database has only just started: nobody could renew while it
// was away, and no sweep looks until this time is over. A row that somebody holds is left for the next time.
const RENEW = `
update run_steps s set lease_until = clock_timestamp() + $2::int * interval '1 ms'
from (
  select h.run_id, h.step_id from run_steps h
  join jsonb_to_recordset($3::text::jsonb) as x("runId" text, "stepId" text, claim int)
    on h.run_id = x."runId" and h.step_id = x."stepId" and h.claim = x.claim
  where h.status = 'running' and h.lease_owner = $1
    and (h.lease_until > clock_timestamp() or clock_timestamp() < pg_postmaster_start_time() + $2::int * interval '1 ms')
  for update of h skip locked) held
where s.run_id = held.run_id and s.step_id = held.step_id
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
