import type { Usage } from "#server/core/run.ts";
import { limitsOf } from "./budget.ts";
import { mostToolCalls } from "./budget-use.ts";
import { type Draft, note, setAttempt, setStep, stepOf } from "./draft.ts";
import type { InterruptionFact } from "./fact.ts";
import { planStep } from "./run-plan.ts";
import { awaitsChild } from "./run-state.ts";
import { failStep } from "./settle.ts";
import { pauseAsUnknown } from "./settle-outcome.ts";
import { addUsage, assumedUsage } from "./usage.ts";

const MAX_INTERRUPTIONS = 3;

/** A try that ended with its worker: given back, unless it may have acted and must not act twice. */
export function interruptStep(draft: Draft, fact: InterruptionFact): void {
  const { stepId, cause } = fact;
  const step = stepOf(draft, stepId);
  if (step.status !== "running" || step.claim !== fact.claim || awaitsChild(step)) return;

  const usage = fact.isUntried === true ? null : usageOfLostTry(draft, stepId);
  setStep(draft, stepId, { usage: addUsage(step.usage, usage), reserved: null });
  const worker = step.leaseOwner;
  const what = cause === "handed-back" ? "stopped" : "did not renew its lease in time";
  if (fact.mayHaveActed) {
    note(
      draft,
      "attempt-interrupted",
      stepId,
      { cause, claim: step.claim, usage: usage ?? undefined },
      { worker },
    );
    const tool = planStep(draft.plan, stepId).tool ?? stepId;
    const message = `The worker ${what} during the call of "${tool}", so nobody knows whether it had its effect.`;
    pauseAsUnknown(draft, stepId, { input: null, error: { message }, usage });
    return;
  }

  const interruptions = step.interruptions + (cause === "lease-expired" ? 1 : 0);
  const error = { message: `The worker of this try ${what}.` };
  const data = { cause, claim: step.claim, interruptions, error, usage: usage ?? undefined };
  note(draft, "attempt-interrupted", stepId, data, { worker });
  setAttempt(draft, stepId, { status: "interrupted", error, usage });
  setStep(draft, stepId, {
    status: "pending",
    reason: null,
    attempt: step.attempt - 1,
    interruptions,
    leaseOwner: null,
    leaseUntil: null,
    error,
  });
  if (interruptions > MAX_INTERRUPTIONS) {
    const message = `The worker of this step was lost ${interruptions} times in the middle of a try.`;
    failStep(draft, stepId, "attempts_exhausted", { message });
  }
}

/** Null unless something is limited: then the try counts as all that it was allowed. */
function usageOfLostTry(draft: Draft, stepId: string): Usage | null {
  const areCallsLimited = limitsOf(draft).toolCalls !== undefined;
  const toolCalls = areCallsLimited ? mostToolCalls(planStep(draft.plan, stepId)) : 0;
  const { reserved } = stepOf(draft, stepId);
  const usage = assumedUsage({
    toolCalls,
    tokens: reserved?.tokens ?? null,
    costUsd: reserved?.costUsd ?? null,
  });
  return usage.assumed === undefined ? null : usage;
}
