import type { Context } from "#server/context.ts";
import { executeIn } from "./executor.ts";
import { readKeepRunsDays } from "./read-keep-runs-days.ts";

const BATCH = 20;
const LOCK = "select pg_try_advisory_xact_lock(hashtext('stepwright_prune_runs')) as mine";

// A run stays while another one that stays has taken steps over from it, and while the run that started it goes on.
const OLD = `
select r.id from runs r
where r.status in ('completed', 'failed', 'canceled')
  and r.ended_at < clock_timestamp() - $1::int * interval '1 day'
  and not exists (select 1 from runs later where later.reuse_from = r.id)
  and not exists (
    select 1 from runs parent
    where r.trigger ->> 'type' = 'agent' and parent.id = r.trigger ->> 'runId'
      and parent.status not in ('completed', 'failed', 'canceled'))
order by r.ended_at, r.id limit $2 for update of r skip locked`;

// Each before what it refers to.
const TABLES = ["artifacts", "approvals", "run_events", "run_attempts", "run_steps"];

export type Pruned = {
  runs: number;
  steps: number;
  attempts: number;
  events: number;
  approvals: number;
  artifacts: number;
};

/**
 * Deletes one batch of the runs that ended longer ago than they are to be kept, with all that is kept of
 * them. null when they are kept for ever or another worker is at it. `removeFolder` is awaited before the
 * rows are gone for good, so that no folder is left without its run.
 */
export async function pruneRuns(
  ctx: Context,
  removeFolder: (runId: string) => Promise<void>,
): Promise<Pruned | null> {
  return ctx.db.transaction(async (tx) => {
    const execute = executeIn(tx);
    const days = await readKeepRunsDays(tx);
    if (days === null) return null;
    const [lock] = await execute(LOCK, []);
    if (lock?.["mine"] !== true) return null;

    const ids = (await execute(OLD, [days, BATCH])).map((row) => String(row["id"]));
    const counts: Record<string, number> = {};
    for (const table of ids.length === 0 ? [] : TABLES) {
      const [row] = await execute(
        `with gone as (delete from ${table} where run_id = any($1::text[]) returning 1) select count(*)::int as n from gone`,
        [ids],
      );
      counts[table] = Number(row?.["n"] ?? 0);
    }
    for (const id of ids) await removeFolder(id);
    if (ids.length > 0) await execute("delete from runs where id = any($1::text[])", [ids]);
    return {
      runs: ids.length,
      steps: counts["run_steps"] ?? 0,
      attempts: counts["run_attempts"] ?? 0,
      events: counts["run_events"] ?? 0,
      approvals: counts["approvals"] ?? 0,
      artifacts: counts["artifacts"] ?? 0,
    };
  });
}
