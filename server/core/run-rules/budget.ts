import type { Step } from "#server/core/plan.ts";
import { type Draft, note, setStep, startOf, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import { counted } from "#server/core/counted.ts";

/** Why a step may not be tried now, in words; null when the run's budget has room for it. */
export function budgetProblem(draft: Draft, step: Step): string | null {
  const { budget } = draft.plan.plan;
  if (!budget) return null;
  if (budget.toolCalls !== undefined && step.tool !== undefined) {
    const used = toolCallsUsed(draft);
    if (used + 1 > budget.toolCalls)
      return `The run's budget of ${counted(budget.toolCalls, "tool call")} is used up.`;
  }
  if (budget.tokens !== undefined && step.kind === "reasoning" && tokensUsed(draft) >= budget.tokens) {
    return `The run's budget of ${counted(budget.tokens, "token")} is used up.`;
  }
  const startedAt = draft.state.startedAt ?? draft.now;
  if (budget.wallSeconds !== undefined && draft.now - startedAt >= budget.wallSeconds * 1_000) {
    return `The run's budget of ${counted(budget.wallSeconds, "second")} is used up.`;
  }
  return null;
}

/** The step waits for more budget; a try that is under way is given back. */
export function pauseForBudget(draft: Draft, stepId: string, message: string): void {
  const step = stepOf(draft, stepId);
  const error = { message };
  note(draft, "step-paused", stepId, { reason: "budget", error });
  setStep(draft, stepId, {
    status: "paused",
    reason: "budget",
    attempt: step.status === "running" ? step.attempt - 1 : step.attempt,
    leaseOwner: null,
    leaseUntil: null,
    dueAt: null,
    startedAt: startOf(draft, stepId),
    error,
  });
}

// A running try of a tool holds one call that is not in its usage yet.
function toolCallsUsed(draft: Draft): number {
  return draft.plan.order.reduce((total, stepId) => {
    const step = stepOf(draft, stepId);
    const isCalling = step.status === "running" && planStep(draft.plan, stepId).tool !== undefined;
    return total + (step.usage?.toolCalls ?? 0) + (isCalling ? 1 : 0);
  }, 0);
}

function tokensUsed(draft: Draft): number {
  return draft.plan.order.reduce((total, stepId) => {
    const { usage } = stepOf(draft, stepId);
    return total + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  }, 0);
}
