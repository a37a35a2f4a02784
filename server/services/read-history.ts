import { and, desc, eq, lt, lte, sql } from "drizzle-orm";
import { messages, planRevisions } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { isSuperseding, superseding } from "./superseding.ts";

/** What was said and what it made: a revision and its description, or nothing of the plan. */
export type HistoryEntry = {
  words: string;
  revision: { revision: number; changeDescription: string } | null;
};

const MAX_ENTRIES = 1_000;
const MAX_WORDS = 400;

/** The start of what the person said before `messageId`, newest first, with the revisions up to `revision` that it made. */
export async function readHistory(
  ctx: Context,
  input: { agentId: string; messageId: string; revision: number },
): Promise<HistoryEntry[]> {
  const { agentId, messageId } = input;
  const text = sql`jsonb_path_query_first(${messages.parts}, '$[*] ? (@.type == "text").text') #>> '{}'`;
  const now = sql`(select position from ${messages} as asked
    where asked.agent_id = ${agentId} and asked.id = ${messageId})`;
  const rows = await ctx.db
    .select({
      words: sql<string>`left(coalesce(${text}, ''), ${MAX_WORDS})`,
      revision: planRevisions.revision,
      changeDescription: planRevisions.changeDescription,
      supersededBy: superseding.id,
    })
    .from(messages)
    .leftJoin(superseding, isSuperseding)
    .leftJoin(
      planRevisions,
      and(
        eq(planRevisions.agentId, messages.agentId),
        eq(planRevisions.messageId, messages.id),
        lte(planRevisions.revision, input.revision),
      ),
    )
    .where(and(eq(messages.agentId, agentId), eq(messages.role, "user"), lt(messages.position, now)))
    .orderBy(desc(messages.position))
    .limit(MAX_ENTRIES);

  return rows.flatMap(({ words, revision, changeDescription, supersededBy }): HistoryEntry[] => {
    if (revision !== null && changeDescription !== null)
      return [{ words, revision: { revision, changeDescription } }];
    // Of a wording that another one took the place of, only what it made counts.
    return supersededBy === null ? [{ words, revision: null }] : [];
  });
}
