import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, snapshots } from "#db/schema.ts";

/** The active agents whose saved plan names a tool that begins so, in words: `the saved plan of "Digest"`. */
export async function findToolUsers(db: Db, prefix: string): Promise<string[]> {
  const saved = await db
    .select({ name: agents.name, plan: snapshots.plan })
    .from(agents)
    .innerJoin(snapshots, eq(snapshots.id, agents.snapshotId))
    .where(eq(agents.status, "active"));
  return saved.flatMap(({ name, plan }) => {
    const tools = plan.steps.flatMap((step) => [step.tool ?? "", step.precondition?.tool ?? ""]);
    return tools.some((tool) => tool.startsWith(prefix)) ? [`the saved plan of "${name}"`] : [];
  });
}
