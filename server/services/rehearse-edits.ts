import type { Context } from "#server/context.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import { diffPlans, type PlanDiff } from "#server/core/plan-diff.ts";
import { ok, type Result } from "#server/core/result.ts";
import type { StoredEdit } from "#server/core/revision.ts";
import { refuse, type PlanRefusal } from "./change-plan.ts";
import { checkPlan } from "./check-plan.ts";
import { decideEdits, type EditPlan } from "./edit-plan.ts";
import { findAgent } from "./find-agent.ts";
import { findBaseRevision } from "./find-base-revision.ts";
import { storableJson } from "./storable-json.ts";

/** What edits would make of the plan. Nothing is stored. */
export type RehearsedEdits = {
  plan: Plan;
  edits: StoredEdit[];
  diff: PlanDiff;
  issues: Issue[];
  notes: string[];
};

export async function rehearseEdits(
  ctx: Context,
  input: EditPlan,
): Promise<Result<RehearsedEdits, PlanRefusal>> {
  const agent = await findAgent(ctx.db, input.agentId);
  const { base } = await findBaseRevision(ctx.db, agent.id, input.messageId);
  const decided = await decideEdits(ctx.db, agent.id, base, input);
  if (!decided.ok) return decided;
  const { plan, notes = [], edits } = storableJson(decided.value);
  if (base && canonicalJson(base.plan) === canonicalJson(plan)) {
    return refuse(`That changes nothing: the plan is exactly so at revision ${base.revision} already.`);
  }
  const issues = await checkPlan(ctx, ctx.db, agent, plan);
  return ok({ plan, edits, diff: diffPlans(base?.plan ?? null, plan), issues, notes });
}
