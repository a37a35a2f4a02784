import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#db/client.ts";
import { messages, planRevisions } from "#db/schema.ts";
import { findLatestRevision, type RevisionRow } from "./find-revision.ts";

export type BaseRevision = { head: RevisionRow | null; base: RevisionRow | null };

/**
 * The plan that a message changes, beside the newest one. They differ while the message takes the place
 * of an earlier wording which made the newest: then it changes the plan as that wording found it. The
 * head stays what the next revision is counted from, so nothing that was written is taken out.
 */
export async function findBaseRevision(db: Db, agentId: string, messageId: string): Promise<BaseRevision> {
  const head = await findLatestRevision(db, agentId);
  const wordings = await findEarlierWordings(db, agentId, messageId);
  if (head === null || !wordings.includes(head.messageId)) return { head, base: head };

  const [base] = await db
    .select()
    .from(planRevisions)
    .where(and(eq(planRevisions.agentId, agentId), notInArray(planRevisions.messageId, wordings)))
    .orderBy(desc(planRevisions.revision))
    .limit(1);
  return { head, base: base ?? null };
}

/** The messages whose place a message takes, directly or through others. */
export async function findEarlierWordings(db: Db, agentId: string, messageId: string): Promise<string[]> {
  const result = await db.execute(sql`
    with recursive wordings as (
      select ${messages.metadata} ->> 'supersedes' as id from ${messages}
      where ${messages.agentId} = ${agentId} and ${messages.id} = ${messageId}
      union
      select ${messages.metadata} ->> 'supersedes' from ${messages}
      join wordings on ${messages.agentId} = ${agentId} and ${messages.id} = wordings.id
    )
    select id from wordings where id is not null
  `);
  return rowsOf(result).map((row) => String(row["id"]));
}
