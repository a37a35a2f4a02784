import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, snapshots } from "#db/schema.ts";
import type { Plan } from "#server/core/plan.ts";

/** What new runs of the active agents walk; `user` is it in words: `the saved plan of "Digest"`. */
export async function findSavedPlans(db: Db): Promise<{ user: string; plan: Plan }[]> {
  const saved = await db
    .select({ name: agents.name, plan: snapshots.plan })
    .from(agents)
    .innerJoin(snapshots, eq(snapshots.id, agents.snapshotId))
    .where(eq(agents.status, "active"));
  return saved.map(({ name, plan }) => ({ user: `the saved plan of "${name}"`, plan }));
}
