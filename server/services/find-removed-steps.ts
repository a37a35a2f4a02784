import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { planRevisions } from "#db/schema.ts";
import { lastRevisions } from "./used-step-ids.ts";

/** A step that the plan no longer has, as the newest revision that had it called it. */
export type RemovedStep = { id: string; title: string; revision: number };

// Titles are read from the plans themselves, of which there may be hundreds.
const MAX_NAMED = 200;

/** All ids of steps that are gone, and the steps that went last, the newest first. */
export async function findRemovedSteps(
  db: Db,
  agentId: string,
  present: ReadonlySet<string>,
): Promise<{ ids: string[]; steps: RemovedStep[] }> {
  const last = await lastRevisions(db, agentId);
  const gone = [...last]
    .filter(([id]) => !present.has(id))
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1));
  const named = gone.slice(0, MAX_NAMED);
  const titles = await titlesOf(db, agentId, named);
  return {
    ids: gone.map(([id]) => id).sort(),
    steps: named.map(([id, revision]) => ({ id, title: titles.get(id) ?? id, revision })),
  };
}

async function titlesOf(db: Db, agentId: string, named: readonly (readonly [string, number])[]) {
  if (named.length === 0) return new Map<string, string>();
  const revisions = [...new Set(named.map(([, revision]) => revision))];
  const idsAndTitles = sql<{ id: string; title: string }[]>`(
    select jsonb_agg(jsonb_build_object('id', step -> 'id', 'title', step -> 'title'))
    from jsonb_array_elements(${planRevisions.plan} -> 'steps') as step
    where ${inArray(
      sql`step ->> 'id'`,
      named.map(([id]) => id),
    )}
  )`;
  const rows = await db
    .select({ steps: idsAndTitles })
    .from(planRevisions)
    .where(and(eq(planRevisions.agentId, agentId), inArray(planRevisions.revision, revisions)))
    .orderBy(planRevisions.revision);
  return new Map(rows.flatMap((row) => row.steps.map((step) => [step.id, step.title] as const)));
}
