import type { Context } from "#server/context.ts";
import { planStep } from "#server/core/run-rules/run-plan.ts";
import type { RunPlan } from "#server/core/run-rules/run-plan.ts";
import { type RunState, approvedFor } from "#server/core/run-rules/run-state.ts";
import type { Step } from "#server/core/plan.ts";
import { annotationsOf, isRepeatable } from "#server/core/tool.ts";

/** Whether the step may be done twice. An unknown tool counts as one that may not. */
export function isRepeatableStep(ctx: Pick<Context, "tools">, step: Step): boolean {
  if (step.tool === undefined) return true;
  const tool = ctx.tools.find(step.tool);
  return tool !== null && isRepeatable(annotationsOf(tool, step.input));
}

/** Whether a lost try of the step may have had an effect that must not happen twice. */
export function mayHaveActed(
  ctx: Pick<Context, "tools">,
  plan: RunPlan,
  state: RunState,
  stepId: string,
): boolean {
  const step = planStep(plan, stepId);
  if (isRepeatableStep(ctx, step)) return false;
  const needsApproval =
    step.approval !== undefined || ctx.tools.find(step.tool ?? "")?.policy === "needs_approval";
  const attempt = state.steps.get(stepId)?.attempt ?? 0;
  // Without a person's yes the tool was not called.
  return !needsApproval || approvedFor(state.approvals, stepId, attempt) !== undefined;
}
