import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { planRevisions } from "#db/schema.ts";

/** Every id that any revision of an agent's plan gave to a step. */
export async function usedStepIds(db: Db, agentId: string): Promise<ReadonlySet<string>> {
  const result = await db.execute(sql`
    select distinct step ->> 'id' as id
    from ${planRevisions}, jsonb_array_elements(${planRevisions.plan} -> 'steps') as step
    where ${planRevisions.agentId} = ${agentId}
  `);
  return new Set(rowsOf(result).map((row) => String(row["id"])));
}
