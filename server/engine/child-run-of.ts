import type { Context } from "#server/context.ts";
import type { AttemptHooks } from "#server/core/attempt.ts";
import type { Claim } from "#server/core/run-rules/claim.ts";
import { type RunPlan, planStep } from "#server/core/run-rules/run-plan.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { findChildRun } from "#server/services/find-child-run.ts";
import { startChildRun } from "#server/services/start-child-run.ts";

/** The runs of other agents, as the claimed try may start and see them. */
export function childRunOf(
  ctx: Context,
  run: RunState,
  plan: RunPlan,
  { stepId, attempt }: Claim,
): AttemptHooks["childRun"] {
  const place = {
    runId: run.runId,
    stepId,
    attempt,
    timeoutSeconds: planStep(plan, stepId).timeoutSeconds ?? null,
  };
  return {
    find: (agent) => findChildRun(ctx, { ...place, agent }),
    start: (asked) =>
      startChildRun(ctx, { ...place, ...asked, reuseFrom: run.steps.get(stepId)?.childRunId ?? null }),
  };
}
