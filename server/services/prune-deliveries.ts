import type { Context } from "#server/context.ts";
import { executeIn } from "./executor.ts";

const KEPT_DAYS = 7;
const BATCH = 1_000;

// Each webhook by its own index, so that many rows cost no more than those that go.
const PRUNE = `
with gone as (
  delete from webhook_deliveries where id in (
    select d.id from webhooks w cross join lateral (
      select id from webhook_deliveries
      where webhook_id = w.id and received_at < $1::timestamptz and verdict = 'accepted'
      order by received_at limit $2::int) d
    limit $2::int)
  returning 1)
select count(*)::int as n from gone`;

/** Forgets one batch of the accepted deliveries of more than seven days ago, and so their ids. Returns how many. */
export async function pruneDeliveries(ctx: Context): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_DAYS * 24 * 60 * 60_000);
  const [row] = await executeIn(ctx.db)(PRUNE, [before.toISOString(), BATCH]);
  return Number(row?.["n"] ?? 0);
}
