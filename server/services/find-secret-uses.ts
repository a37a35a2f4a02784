import { and, eq } from "drizzle-orm";
import { agents, snapshots, toolServers } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { secretNames } from "#server/core/secret-places.ts";
import { readDatabases } from "./read-databases.ts";

/** What names each secret, in words: `the saved plan of "Digest"`, `the tool server "memory"`, `the database "sales"`. */
export async function findSecretUses(ctx: Pick<Context, "db">): Promise<Map<string, string[]>> {
  const { db } = ctx;
  const uses = new Map<string, string[]>();
  const add = (value: Json, user: string) => {
    for (const name of secretNames(value)) uses.set(name, [...(uses.get(name) ?? []), user]);
  };
  for (const { name, transport } of await db.select().from(toolServers))
    add(transport as Json, `the tool server "${name}"`);
  for (const [name, url] of Object.entries(await readDatabases(db))) add(url, `the database "${name}"`);
  const saved = await db
    .select({ name: agents.name, plan: snapshots.plan })
    .from(agents)
    .innerJoin(snapshots, eq(snapshots.id, agents.snapshotId))
    .where(and(eq(agents.status, "active")));
  for (const { name, plan } of saved) {
    const inputs = plan.steps.map((step) => [step.input ?? null, step.precondition?.input ?? null]);
    add(inputs, `the saved plan of "${name}"`);
  }
  return uses;
}
