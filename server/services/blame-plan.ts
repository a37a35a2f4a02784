import { and, asc, eq, getTableColumns, gt, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { messages, planRevisions } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { type Blames, followRevisions, type PlanBlame } from "#server/core/blame.ts";
import { shortened } from "#server/core/characters.ts";
import type { BlameView } from "#server/core/views.ts";
import { findAgent } from "./find-agent.ts";
import { findLatestRevision, findRevision } from "./find-revision.ts";

// Plans of many steps are large, and a long conversation has many of them.
const BATCH = 25;
const MAX_WORDS = 280;

/** Which revision, and so which message, last set each field of a plan and of its steps. */
export async function blamePlan(
  ctx: Context,
  input: { agentId: string; revision?: number | undefined },
): Promise<BlameView> {
  const agent = await findAgent(ctx.db, input.agentId);
  const revision = input.revision ?? (await findLatestRevision(ctx.db, agent.id))?.revision ?? 0;
  if (revision > 0) await findRevision(ctx.db, agent.id, revision);

  const blame = await follow(ctx.db, agent.id, revision);
  const steps = [...blame.steps];
  return {
    revision,
    plan: fieldsOf(blame.plan),
    steps: Object.fromEntries(steps.map(([key, blames]) => [key, fieldsOf(blames)])),
    parts: Object.fromEntries(steps.map(([key, blames]) => [key, partsOf(blames)])),
    messages: await sayings(ctx.db, agent.id, messagesOf(blame)),
  };
}

async function follow(db: Db, agentId: string, last: number): Promise<PlanBlame> {
  const { plan, ...columns } = getTableColumns(planRevisions);
  const { revision } = columns;
  const history = and(eq(planRevisions.agentId, agentId), lte(revision, last));
  const followed = followRevisions(await db.select(columns).from(planRevisions).where(history));

  for (let known = 0; known < last; ) {
    const rows = await db
      .select({ ...columns, plan })
      .from(planRevisions)
      .where(and(history, gt(revision, known)))
      .orderBy(asc(revision))
      .limit(BATCH);
    for (const row of rows) followed.add(row);
    known = rows.at(-1)?.revision ?? last;
  }
  return followed.blame();
}

function fieldsOf(blames: Blames) {
  return Object.fromEntries([...blames].filter(([path]) => !path.includes(".")));
}

function partsOf(blames: Blames) {
  return Object.fromEntries([...blames].filter(([path]) => path.includes(".")));
}

function messagesOf({ plan, steps }: PlanBlame): string[] {
  const blames = [plan, ...steps.values()].flatMap((paths) => [...paths.values()]);
  return [
    ...new Set(blames.flatMap(({ messageId, original }) => [messageId, original?.messageId ?? messageId])),
  ];
}

/** What the messages say, as far as it fits beside a field, and when. */
async function sayings(db: Db, agentId: string, ids: string[]): Promise<BlameView["messages"]> {
  if (ids.length === 0) return {};
  const texts = sql`jsonb_path_query_array(${messages.parts}, '$[*] ? (@.type == "text").text')`;
  const rows = await db
    .select({ id: messages.id, at: messages.createdAt, texts: sql<string[]>`${texts}` })
    .from(messages)
    .where(and(eq(messages.agentId, agentId), inArray(messages.id, ids)));
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      { words: shortened(row.texts.join("\n\n").trim(), MAX_WORDS), at: row.at.toISOString() },
    ]),
  );
}
