import type { AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { RunError, Usage } from "#server/core/run.ts";
import { pauseForApproval } from "./approval.ts";
import { nextNeed, pauseForBudget } from "./budget.ts";
import { isLostLook, waitForCheck } from "./check-step.ts";
import { waitForChild } from "./child-run.ts";
import { type Draft, note, setAttempt, setStep, stepOf } from "./draft.ts";
import type { OutcomeFact } from "./fact.ts";
import { failAttempt } from "./fail-attempt.ts";
import { planStep } from "./run-plan.ts";
import { scopeOf } from "./run-scope.ts";
import { completeStep, skipStep } from "./settle.ts";
import { cleanJson, cleanText, refusedValue, storableJson } from "./storable.ts";
import { addUsage } from "./usage.ts";
import { beginWait } from "./wait-step.ts";

/** Whether a result is still wanted: its try is the running one and belongs to the same worker. */
export function passesFence(draft: Draft, fact: { stepId: string; claim: number; worker: string }): boolean {
  const step = stepOf(draft, fact.stepId);
  return step.status === "running" && step.claim === fact.claim && step.leaseOwner === fact.worker;
}

export function refuseResult(draft: Draft, fact: OutcomeFact): void {
  const step = stepOf(draft, fact.stepId);
  note(
    draft,
    "result-refused",
    fact.stepId,
    { claim: fact.claim, result: fact.result.type, standing: step.status },
    { worker: fact.worker },
  );
}

export function settleOutcome(draft: Draft, fact: OutcomeFact): void {
  const { stepId } = fact;
  const result = cleanResult(fact.result);
  const logged = draft.log.length;
  const { usage, reserved } = stepOf(draft, stepId);
  setStep(draft, stepId, { usage: addUsage(usage, result.usage), reserved: null });

  switch (result.type) {
    case "completed":
      complete(draft, fact, result);
      break;
    case "failed":
      if (isLostLook(draft, stepId, result)) {
        const observation = { error: result.error.message };
        waitForCheck(draft, stepId, { input: result.input, observation }, result.retryAfterMs);
      } else failAttempt(draft, stepId, { ...result, jitter: fact.jitter });
      break;
    case "needs_approval":
      pauseForApproval(draft, fact, result);
      break;
    case "outcome_unknown":
      pauseAsUnknown(draft, stepId, result);
      break;
    case "over_budget": {
      const { input, error, needed } = result;
      setAttempt(draft, stepId, { status: "paused", input, error });
      pauseForBudget(draft, stepId, error.message, {
        input: input ?? undefined,
        needed: needed === null ? null : nextNeed(draft, reserved, needed),
      });
      break;
    }
    case "precondition_unmet":
      setAttempt(draft, stepId, { status: "completed", output: result.observation });
      skipStep(draft, stepId, "precondition", { data: { observation: result.observation } });
      break;
    case "precondition_met":
      beginWait(draft, planStep(draft.plan, stepId), scopeOf(draft, planStep(draft.plan, stepId)));
      break;
    case "check_unmet":
      waitForCheck(draft, stepId, result);
      break;
    case "child_started":
      waitForChild(draft, stepId, result);
      break;
  }
  for (const attempt of draft.attempts.values()) {
    if (attempt.stepId === stepId && attempt.claim === fact.claim) attempt.usage = result.usage;
  }
  // What the try cost, and what its model did not see, stand in the event that ended it, whatever that one is.
  const ending = draft.log[logged];
  const cuts = result.cuts?.map((cut) => ({ ...cut }));
  if (ending) ending.data = { ...ending.data, usage: result.usage, ...(cuts !== undefined && { cuts }) };
}

function complete(
  draft: Draft,
  fact: OutcomeFact,
  result: Extract<AttemptResult, { type: "completed" }>,
): void {
  const stored = storableJson(result.output);
  if (!stored.ok) {
    failAttempt(draft, fact.stepId, {
      input: result.input,
      output: refusedValue(result.output),
      error: { message: `The output cannot be stored: ${stored.problem}.` },
      retry: fact.isRepeatable ? "now" : "not_retryable",
      whatToChange: "Return less, or plain text and JSON values only.",
      jitter: fact.jitter,
    });
    return;
  }
  setAttempt(draft, fact.stepId, { status: "completed", input: result.input, output: result.output });
  completeStep(draft, fact.stepId, { input: result.input, output: result.output });
}

/** The try is given back: a person says whether it happened. */
export function pauseAsUnknown(
  draft: Draft,
  stepId: string,
  { input, error, usage = null }: { input: Json | null; error: RunError; usage?: Usage | null },
): void {
  setAttempt(draft, stepId, { status: "interrupted", ...(input !== null && { input }), error, usage });
  note(draft, "step-paused", stepId, { reason: "outcome_unknown", error, input });
  const step = stepOf(draft, stepId);
  setStep(draft, stepId, {
    status: "paused",
    reason: "outcome_unknown",
    attempt: step.attempt - 1,
    leaseOwner: null,
    leaseUntil: null,
    input: input ?? step.input,
    error,
  });
}

/** The result with everything but a completed output made storable. */
function cleanResult(result: AttemptResult): AttemptResult {
  switch (result.type) {
    case "completed":
      return { ...result, input: cleanJson(result.input) };
    case "failed":
      return {
        ...result,
        input: cleanJson(result.input),
        ...(result.output !== undefined && { output: cleanJson(result.output) }),
        error: { message: cleanText(result.error.message) },
        whatToChange: cleanText(result.whatToChange),
      };
    case "outcome_unknown":
    case "over_budget":
      return {
        ...result,
        input: cleanJson(result.input),
        error: { message: cleanText(result.error.message) },
      };
    case "needs_approval":
    case "precondition_met":
      return result;
    case "child_started":
      return { ...result, input: cleanJson(result.input) };
    case "precondition_unmet":
      return { ...result, observation: cleanJson(result.observation) };
    case "check_unmet":
      return { ...result, input: cleanJson(result.input), observation: cleanJson(result.observation) };
  }
}
