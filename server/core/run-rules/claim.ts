import type { Step } from "#server/core/plan.ts";
import type { Allowance } from "#server/core/attempt.ts";
import { pauseForBudget } from "./budget.ts";
import { grantFor, holdBack, openPurse } from "./budget-grant.ts";
import { type Draft, approvalsOf, note, setStep, startOf, stepOf } from "./draft.ts";
import type { Reservation } from "#server/core/run.ts";
import { approvedFor } from "./run-state.ts";

/** A step that the deciding worker may try once the decision is written. */
export type Claim = { stepId: string; claim: number; attempt: number; allowance: Allowance | null };

type Given = { reserved: Reservation | null; allowance: Allowance | null };

const UNLIMITED = { type: "given", reserved: null, allowance: null } as const;

/**
 * Takes ready steps, in the plan's order, while there are slots; `left` are for somebody else. A step
 * whose part of the budget is held by running tries is neither: the end of one of them decides again.
 */
export function claimSteps(
  draft: Draft,
  ready: readonly Step[],
  slots: number,
): { claims: Claim[]; left: number } {
  const purse = openPurse(draft, ready);
  const claims: Claim[] = [];
  let left = 0;
  for (const step of ready) {
    const { status, reason, reserved } = stepOf(draft, step.id);
    const grant = purse === null ? UNLIMITED : grantFor(purse, step, reserved);
    if (grant.type === "waits") continue;
    if (grant.type === "short") {
      const isPaused = status === "paused" && reason === "budget";
      if (!isPaused) pauseForBudget(draft, step.id, grant.message);
    } else if (draft.worker === null || claims.length >= slots) left += 1;
    else {
      if (purse !== null) holdBack(purse, step, grant);
      claims.push(claimStep(draft, step.id, draft.worker, grant));
    }
  }
  return { claims, left };
}

function claimStep(draft: Draft, stepId: string, worker: string, { reserved, allowance }: Given): Claim {
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
    reserved,
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
  note(draft, "attempt-started", stepId, {
    claim,
    ...(isResumed && { resumed: true }),
    ...(reserved !== null && { reserved }),
  });
  return { stepId, claim, attempt, allowance };
}
