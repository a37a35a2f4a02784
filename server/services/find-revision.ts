import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { planRevisions } from "#db/schema.ts";
import { notFound } from "#server/errors.ts";

export type RevisionRow = typeof planRevisions.$inferSelect;

/** The newest revision of an agent's plan; null before the first. */
export async function findLatestRevision(db: Db, agentId: string): Promise<RevisionRow | null> {
  const [row] = await db
    .select()
    .from(planRevisions)
    .where(eq(planRevisions.agentId, agentId))
    .orderBy(desc(planRevisions.revision))
    .limit(1);
  return row ?? null;
}

export async function findRevision(db: Db, agentId: string, revision: number): Promise<RevisionRow> {
  const [row] = await db
    .select()
    .from(planRevisions)
    .where(and(eq(planRevisions.agentId, agentId), eq(planRevisions.revision, revision)));
  if (!row) throw notFound("Revision", String(revision));
  return row;
}
