import type { Db } from "#db/client.ts";
import { executeIn } from "./executor.ts";

const CALLS = `
select distinct a.slug, step ->> 'agent' as called from agents a
join snapshots s on s.id = a.snapshot_id, jsonb_array_elements(s.plan -> 'steps') step
where a.status = 'active' and step ->> 'kind' = 'agent' and step ->> 'agent' is not null order by 1, 2`;

/** Which agents the saved plan of each active agent runs, by slug. */
export async function findAgentCalls(db: Db): Promise<Map<string, string[]>> {
  const calls = new Map<string, string[]>();
  for (const row of await executeIn(db)(CALLS, [])) {
    const slug = String(row["slug"]);
    calls.set(slug, [...(calls.get(slug) ?? []), String(row["called"])]);
  }
  return calls;
}
