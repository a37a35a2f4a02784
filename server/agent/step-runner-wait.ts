import { askForApproval, needsApproval } from "./step-runner-approval.ts";
import { type Attempt, type Ending, failed, fault, resolve } from "./step-runner-attempt.ts";

/** A wait takes no worker; what a person may have to approve of it is how long it takes. */
export function runWaitStep(attempt: Attempt): Ending {
  if (!needsApproval(attempt)) return { type: "precondition_met" };
  const input = resolve(attempt, attempt.request.step.wait ?? null);
  if (input.ok) return askForApproval(attempt, input.value);
  const message = `The time of ${attempt.name} cannot be read. ${input.error.message}`;
  return failed(fault(message, "not_retryable", "Correct the reference in the plan."), null);
}
