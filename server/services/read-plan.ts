import type { Context } from "#server/context.ts";
import type { PlanView } from "#server/core/views.ts";
import { checkPlan } from "./check-plan.ts";
import { emptyPlan, noPlanIssue } from "./empty-plan.ts";
import { findAgent } from "./find-agent.ts";
import { findLatestRevision, findRevision } from "./find-revision.ts";

/** The draft, or the plan as it was at `revision`. Before the first one it is empty, at revision 0. */
export async function readPlan(
  ctx: Context,
  input: { agentId: string; revision?: number | undefined },
): Promise<PlanView> {
  const agent = await findAgent(ctx.db, input.agentId);
  const row =
    input.revision === undefined
      ? await findLatestRevision(ctx.db, agent.id)
      : input.revision === 0
        ? null
        : await findRevision(ctx.db, agent.id, input.revision);
  if (row === null) return { revision: 0, plan: emptyPlan(agent.name), issues: [noPlanIssue] };
  const { revision, plan } = row;
  return { revision, plan, issues: await checkPlan(ctx, ctx.db, agent, plan) };
}
