import type { Context } from "#server/context.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import { ok, type Result } from "#server/core/result.ts";
import { changePlan, type PlanChange, type PlanRefusal } from "./change-plan.ts";

/**
 * Makes a draft of a plan that a message brought, broken or not: what is broken is repaired by
 * talking. The change's issues begin with what reading it had to leave out or rename.
 */
export async function importPlanMessage(
  ctx: Context,
  input: {
    agentId: string;
    messageId: string;
    plan: Plan;
    issues: readonly Issue[];
    changeDescription: string;
  },
): Promise<Result<PlanChange, PlanRefusal>> {
  const { plan, changeDescription } = input;
  const result = await changePlan(ctx, input, async () =>
    ok({ plan, edits: [{ op: "import_plan" }], changeDescription }),
  );
  if (!result.ok) return result;

  const errors = result.value.issues.filter((issue) => issue.severity === "error");
  const warnings = result.value.issues.filter((issue) => issue.severity === "warning");
  return ok({ ...result.value, issues: [...errors, ...input.issues, ...warnings] });
}
