import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { planRevisions } from "#db/schema.ts";

/** Every id that any revision of an agent's plan gave to a step. */
export async function usedStepIds(db: Db, agentId: string): Promise<ReadonlySet<string>> {
  return new Set((await lastRevisions(db, agentId)).keys());
}

/** By id, the newest revision that had a step with it. */
export async function lastRevisions(db: Db, agentId: string): Promise<ReadonlyMap<string, number>> {
  const result = await db.execute(sql`
    select step ->> 'id' as id, max(${planRevisions.revision}) as revision
    from ${planRevisions}, jsonb_array_elements(${planRevisions.plan} -> 'steps') as step
    where ${planRevisions.agentId} = ${agentId}
    group by 1
  `);
  return new Map(rowsOf(result).map((row) => [String(row["id"]), Number(row["revision"])]));
}
