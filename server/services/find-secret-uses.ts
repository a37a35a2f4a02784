import { toolServers } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { secretNames } from "#server/core/secret-places.ts";
import { findSavedPlans } from "./find-saved-plans.ts";
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
  for (const { user, plan } of await findSavedPlans(db)) {
    const inputs = plan.steps.map((step) => [step.input ?? null, step.precondition?.input ?? null]);
    add(inputs, user);
  }
  return uses;
}
