import { and, eq } from "drizzle-orm";
import { planRevisions } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { DataParts } from "#server/core/conversation.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import { checkPlan } from "./check-plan.ts";
import { findAgent } from "./find-agent.ts";
import { findRevision } from "./find-revision.ts";

/** The revision that a message made, as its card shows it; null when it made none. */
export async function readRevisionCard(
  ctx: Context,
  input: { agentId: string; messageId: string },
): Promise<DataParts["revision"] | null> {
  const agent = await findAgent(ctx.db, input.agentId);
  const [row] = await ctx.db
    .select()
    .from(planRevisions)
    .where(and(eq(planRevisions.agentId, agent.id), eq(planRevisions.messageId, input.messageId)));
  if (!row) return null;

  const previous = row.baseRevision === 0 ? null : await findRevision(ctx.db, agent.id, row.baseRevision);
  const issues = await checkPlan(ctx, ctx.db, agent, row.plan);
  return {
    revision: row.revision,
    previousRevision: previous?.revision ?? null,
    changeDescription: row.changeDescription,
    stepCount: row.plan.steps.length,
    diff: diffPlans(previous?.plan ?? null, row.plan),
    issues: issues.filter((issue) => issue.severity === "error"),
  };
}
