import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, schedules, webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import type { AgentRow } from "./find-agent.ts";

/** What is wrong with a plan of this agent, as things stand in the workspace. */
export async function checkPlan(ctx: Context, db: Db, agent: AgentRow, plan: Plan): Promise<Issue[]> {
  const active = await db.select({ slug: agents.slug }).from(agents).where(eq(agents.status, "active"));
  const crons = await db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.agentId, agent.id), eq(schedules.enabled, true)))
    .limit(1);
  const hooks = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.agentId, agent.id), eq(webhooks.enabled, true)))
    .limit(1);

  return validatePlan(plan, {
    tools: ctx.tools.list(),
    granted: agent.tools,
    agents: active.map((row) => row.slug),
    self: agent.slug,
    triggers: { hasCron: crons.length > 0, hasWebhook: hooks.length > 0 },
    hasModel: ctx.models.step(agent.model) !== null,
  });
}
