import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { settings } from "#db/schema.ts";
import { keepRunsDaysSchema } from "#server/core/settings.ts";

export const KEEP_RUNS_DAYS_KEY = "keep_runs_days";

/** How many days a run is kept after its end; null for ever. */
export async function readKeepRunsDays(db: Db): Promise<number | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, KEEP_RUNS_DAYS_KEY));
  return row === undefined ? null : keepRunsDaysSchema.parse(row.value);
}
