import type { Step } from "#server/core/plan.ts";
import { budgetProblem, pauseForBudget } from "./budget.ts";
import { type Draft, approvalsOf, note, setStep, startOf, stepOf } from "./draft.ts";
import { approvedFor } from "./run-state.ts";

/** A step that the deciding worker may try once the decision is written. */
export type Claim = { stepId: string; claim: number; attempt: number };

/** Takes ready steps, in the plan's order, while there are slots; `left` are for somebody else. */
export function claimSteps(
  draft: Draft,
  ready: readonly Step[],
  slots: number,
): { claims: Claim[]; left: number } {
  const claims: Claim[] = [];
  let left = 0;
  for (const step of ready) {
    const problem = budgetProblem(draft, step);
    if (problem !== null) pauseForBudget(draft, step.id, problem);
    else if (draft.worker === null || claims.length >= slots) left += 1;
    else claims.push(claimStep(draft, step.id, draft.worker));
  }
  return { claims, left };
}

function claimStep(draft: Draft, stepId: string, worker: string): Claim {
  const step = stepOf(draft, stepId);
  const attempt = step.attempt + 1;
  const claim = step.claim + 1;
  const isResumed = approvedFor(approvalsOf(draft, stepId), stepId, attempt) !== undefined;
  setStep(draft, stepId, {
    status: "running",
    reason: null,
    attempt,
    claim,
    leaseOwner: worker,
    hasActed: false,
    dueAt: null,
    startedAt: startOf(draft, stepId),
  });
  draft.attempts.set(`${stepId} ${claim}`, {
    stepId,
    claim,
    attempt,
    status: "running",
    worker,
    startedAt: draft.now,
    endedAt: null,
  });
  // A try that paused for its approval goes on under the same number.
  note(draft, "attempt-started", stepId, { claim, ...(isResumed && { resumed: true }) });
  return { stepId, claim, attempt };
}
