import type { Context } from "#server/context.ts";
import type { ProposePlanInput } from "#server/core/edit-schema.ts";
import { buildPlan } from "#server/core/plan-edits.ts";
import { ok, type Result } from "#server/core/result.ts";
import { changePlan, refuse, refuseWithIssues, type PlanChange, type PlanRefusal } from "./change-plan.ts";
import { proposalWithFreshIds } from "./fresh-step-ids.ts";
import { usedStepIds } from "./used-step-ids.ts";

/** Makes the first plan, or a new one in place of it when the person asked to start over. */
export function proposePlan(
  ctx: Context,
  input: { agentId: string; messageId: string; proposal: ProposePlanInput },
): Promise<Result<PlanChange, PlanRefusal>> {
  const { proposal } = input;
  return changePlan(ctx, input, async (tx, agent, base) => {
    if (base !== null && base.plan.steps.length > 0 && !proposal.startOver) {
      return refuse(
        `There is a plan already, at revision ${base.revision}. Change it with edit_plan, or set startOver when the person asked to throw it away.`,
      );
    }
    const fresh = proposalWithFreshIds(proposal, await usedStepIds(tx, agent.id));
    const result = buildPlan(fresh.value);
    if (!result.ok) return refuseWithIssues(result.error);
    return ok({
      plan: result.value.plan,
      notes: [...fresh.notes, ...result.value.notes],
      edits: [{ op: "propose_plan", startOver: proposal.startOver }],
      changeDescription: proposal.changeDescription,
    });
  });
}
