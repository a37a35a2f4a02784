import { and, eq, sql } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ConversationUsage } from "#server/core/turn-usage.ts";

const usage = sql`${messages.metadata} -> 'usage'`;
const isHosted = sql`${usage} ->> 'model' is distinct from 'builtin'`;
const total = (field: string) =>
  sql<number>`coalesce(sum((${usage} ->> ${field})::float8), 0)`.mapWith(Number);

/** What all replies of the agent's conversation took, superseded ones included. */
export async function readUsage(ctx: Context, input: { agentId: string }): Promise<ConversationUsage> {
  const isUnpriced = sql`${usage} ->> 'costUsd' is null and ${usage} -> 'modelCalls' > ${usage} -> 'unknownCalls'`;
  const [row] = await ctx.db
    .select({
      replies: sql<number>`count(*)`.mapWith(Number),
      unpricedReplies: sql<number>`count(*) filter (where ${isUnpriced})`.mapWith(Number),
      // The built-in planner is no model, and its calls take no tokens.
      modelCalls:
        sql<number>`coalesce(sum((${usage} ->> 'modelCalls')::int) filter (where ${isHosted}), 0)`.mapWith(
          Number,
        ),
      unknownCalls: total("unknownCalls"),
      inputTokens: total("inputTokens"),
      cachedTokens: total("cachedTokens"),
      outputTokens: total("outputTokens"),
      reasoningTokens: total("reasoningTokens"),
      milliseconds: total("milliseconds"),
      costUsd: total("costUsd"),
    })
    .from(messages)
    .where(and(eq(messages.agentId, input.agentId), sql`${usage} is not null`));
  if (!row) throw new Error("A sum over messages gave no row.");
  return row;
}
