import { and, eq, isNotNull, sql } from "drizzle-orm";
import { runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ModelUsage } from "#server/core/run.ts";
import type { RunsUsage } from "#server/core/views.ts";

const total = (field: string) =>
  sql<number>`coalesce(sum((${runs.usage} ->> ${field})::float8), 0)`.mapWith(Number);
// The price is that of one time; a sum over many has none.
const modelsOf = (agentId: string) => sql<Record<string, ModelUsage>>`(
  select coalesce(jsonb_object_agg(model, jsonb_build_object('calls', calls, 'inputTokens', input,
    'cachedTokens', cached, 'outputTokens', output, 'costUsd', cost, 'price', null)), '{}')
  from (select m.key as model, sum((m.value ->> 'calls')::float8) as calls,
      sum((m.value ->> 'inputTokens')::float8) as input, sum((m.value ->> 'cachedTokens')::float8) as cached,
      sum((m.value ->> 'outputTokens')::float8) as output, sum((m.value ->> 'costUsd')::float8) as cost
    from runs r, jsonb_each(r.usage -> 'models') m
    where r.agent_id = ${agentId} group by m.key) sums)`;

/** What all runs of the agent took so far, those under way included. */
export async function readRunsUsage(ctx: Context, input: { agentId: string }): Promise<RunsUsage> {
  const [row] = await ctx.db
    .select({
      runs: sql<number>`count(*)`.mapWith(Number),
      toolCalls: total("toolCalls"),
      modelCalls: total("modelCalls"),
      unknownCalls: total("unknownCalls"),
      unpricedCalls: total("unpricedCalls"),
      inputTokens: total("inputTokens"),
      cachedTokens: total("cachedTokens"),
      outputTokens: total("outputTokens"),
      seconds: total("seconds"),
      costUsd: total("costUsd"),
      models: modelsOf(input.agentId),
    })
    .from(runs)
    .where(and(eq(runs.agentId, input.agentId), isNotNull(runs.usage)));
  if (!row) throw new Error("A sum over runs gave no row.");
  return row;
}
