import type { Json } from "#server/core/json.ts";
import type { Attempt, Ending } from "./step-runner-attempt.ts";
import { preparePrecondition } from "./step-runner-look.ts";

/** Whether a person has to agree before anything is called, by the plan or by the policies as they are now. */
export function needsApproval({ ctx, request, asksFirst }: Attempt): boolean {
  const { approvedInput, step } = request;
  if (approvedInput !== null) return false;
  const isOwnGuarded = step.tool !== undefined && ctx.tools.find(step.tool)?.policy === "needs_approval";
  return asksFirst || step.approval !== undefined || isOwnGuarded;
}

/** Asks for the input together with the call that the precondition is looked at by. */
export function askForApproval(attempt: Attempt, input: Json): Ending {
  const looksFirst = preparePrecondition(attempt);
  if (looksFirst === null) return { type: "needs_approval", input };
  return looksFirst.ok ? { type: "needs_approval", input, looksFirst: looksFirst.value } : looksFirst.error;
}
