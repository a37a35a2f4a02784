import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, schedules, secrets, webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import { highestPrice } from "#server/core/prices.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { toolOfAgent } from "#server/core/tool.ts";
import type { AgentRow } from "./find-agent.ts";
import { findAgentCalls } from "./find-agent-calls.ts";
import { readPrices } from "./read-prices.ts";

/** What is wrong with a plan of this agent, as things stand in the workspace. */
export async function checkPlan(ctx: Context, db: Db, agent: AgentRow, plan: Plan): Promise<Issue[]> {
  const active = await db.select({ slug: agents.slug }).from(agents).where(eq(agents.status, "active"));
  const crons = await db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.agentId, agent.id), eq(schedules.enabled, true), isNull(schedules.input)))
    .limit(1);
  const hooks = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.agentId, agent.id), eq(webhooks.enabled, true)))
    .limit(1);

  const model = ctx.models.step(agent.model);
  const isCounted = plan.budget?.costUsd !== undefined && model !== null;
  return validatePlan(plan, {
    tools: ctx.tools.list().map((tool) => toolOfAgent(tool, { granted: null, stricter: agent.toolPolicies })),
    granted: agent.tools,
    secrets: (await db.select({ name: secrets.name }).from(secrets)).map((row) => row.name),
    agents: active.map((row) => row.slug),
    self: agent.slug,
    calls: await findAgentCalls(db),
    triggers: { hasCron: crons.length > 0, hasWebhook: hooks.length > 0 },
    hasModel: model !== null,
    unpricedModel: isCounted
      ? await unpriced(db, typeof model === "string" ? model : model.modelId)
      : undefined,
  });
}

async function unpriced(db: Db, model: string): Promise<string | undefined> {
  return highestPrice(await readPrices(db), model) === null ? model : undefined;
}
