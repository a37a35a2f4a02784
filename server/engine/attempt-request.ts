import type { AttemptRequest, StepResult } from "#server/core/attempt.ts";
import { upstreamOf } from "#server/core/graph.ts";
import type { Claim } from "#server/core/run-rules/claim.ts";
import { type RunPlan, planStep } from "#server/core/run-rules/run-plan.ts";
import { type RunState, approvedFor } from "#server/core/run-rules/run-state.ts";

/** What the claimed try may know: its own step, what came before it, and nothing else of the run. */
export function attemptRequest(plan: RunPlan, state: RunState, claim: Claim): AttemptRequest {
  const step = planStep(plan, claim.stepId);
  const approval = approvedFor(state.approvals, claim.stepId, claim.attempt);
  return {
    runId: state.runId,
    model: state.model,
    tools: state.tools,
    plan: plan.plan,
    step,
    attempt: claim.attempt,
    runInput: step.usesRunInput === true ? state.input : null,
    results: Object.fromEntries(
      upstreamOf(step.id, plan.plan.steps).flatMap((stepId) => {
        const result = resultOf(state, stepId);
        return result ? [[stepId, result]] : [];
      }),
    ),
    corrections: state.corrections.get(claim.stepId) ?? [],
    approvedInput: approval ? { value: approval.editedInput ?? approval.input } : null,
    allowance: claim.allowance,
    idempotencyKey: `${state.runId}:${claim.stepId}`,
  };
}

function resultOf(state: RunState, stepId: string): StepResult | null {
  const step = state.steps.get(stepId);
  if (step?.status === "completed") return { status: "completed", output: step.output };
  if (step?.status === "failed" || step?.status === "skipped")
    return { status: step.status, output: null, error: step.error?.message };
  return null;
}
