import { type Draft, note, setAttempt, setStep, stepOf } from "./draft.ts";
import type { InterruptionFact } from "./fact.ts";
import { planStep } from "./run-plan.ts";
import { failStep } from "./settle.ts";
import { pauseAsUnknown } from "./settle-outcome.ts";

const MAX_INTERRUPTIONS = 3;

/** A try that ended with its worker: given back, unless it may have acted and must not act twice. */
export function interruptStep(draft: Draft, fact: InterruptionFact): void {
  const { stepId, cause } = fact;
  const step = stepOf(draft, stepId);
  if (step.status !== "running" || step.claim !== fact.claim) return;

  const worker = step.leaseOwner;
  const what = cause === "handed-back" ? "stopped" : "did not renew its lease in time";
  note(draft, "attempt-interrupted", stepId, { cause, claim: step.claim }, { worker });
  if (fact.mayHaveActed) {
    const tool = planStep(draft.plan, stepId).tool ?? stepId;
    const message = `The worker ${what} during the call of "${tool}", so nobody knows whether it had its effect.`;
    pauseAsUnknown(draft, stepId, { input: null, error: { message } });
    return;
  }

  const interruptions = step.interruptions + (cause === "lease-expired" ? 1 : 0);
  const error = { message: `The worker of this try ${what}.` };
  setAttempt(draft, stepId, { status: "interrupted", error });
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
