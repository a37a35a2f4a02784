import type { Context } from "#server/context.ts";
import { executeIn } from "./executor.ts";

const BATCH = 500;
const KEPT_DAYS = 90;
const PRUNE = `
delete from notices where id in (
  select id from notices where created_at < clock_timestamp() - $1::int * interval '1 day'
    and closed_at < clock_timestamp() - $1::int * interval '1 day'
  order by created_at limit $2 for update skip locked)
returning id`;

/** Deletes one batch of the notices that were over 90 days ago, with what was sent of them. Answers with how many. */
export async function pruneNotices(ctx: Context): Promise<number> {
  return (await executeIn(ctx.db)(PRUNE, [KEPT_DAYS, BATCH])).length;
}
