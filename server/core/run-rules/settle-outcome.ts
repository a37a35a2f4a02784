import { shortened } from "#server/core/characters.ts";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { RunError } from "#server/core/run.ts";
import { pauseForApproval } from "./approval.ts";
import { type Draft, note, setAttempt, setStep, startOf, stepOf } from "./draft.ts";
import type { OutcomeFact } from "./fact.ts";
import { failAttempt } from "./fail-attempt.ts";
import { planStep } from "./run-plan.ts";
import { completeStep, failStep, skipStep } from "./settle.ts";
import { cleanJson, cleanText, storableJson, storableTime } from "./storable.ts";
import { addUsage } from "./usage.ts";
import { counted } from "#server/core/counted.ts";

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
  setStep(draft, stepId, { usage: addUsage(stepOf(draft, stepId).usage, result.usage) });

  switch (result.type) {
    case "completed":
      complete(draft, fact, result);
      break;
    case "failed":
      failAttempt(draft, stepId, { ...result, jitter: fact.jitter });
      break;
    case "needs_approval":
      pauseForApproval(draft, fact, result.input);
      break;
    case "outcome_unknown":
      pauseAsUnknown(draft, stepId, result);
      break;
    case "precondition_unmet":
      setAttempt(draft, stepId, { status: "completed", output: result.observation });
      skipStep(draft, stepId, "precondition", { data: { observation: result.observation } });
      break;
    case "check_unmet":
      waitForCheck(draft, stepId, result);
      break;
  }
  for (const attempt of draft.attempts.values()) {
    if (attempt.stepId === stepId && attempt.claim === fact.claim) attempt.usage = result.usage;
  }
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
      error: { message: `The output cannot be stored: ${stored.problem}.` },
      retry: fact.isRepeatable ? "now" : "not_retryable",
      whatToChange: "Return less, or plain text and JSON values only.",
      jitter: fact.jitter,
    });
    return;
  }
  setAttempt(draft, fact.stepId, { status: "completed", input: result.input, output: result.output });
  completeStep(draft, fact.stepId, {
    input: result.input,
    output: result.output,
    data: { usage: result.usage },
  });
}

/** The try is given back: a person says whether it happened. */
export function pauseAsUnknown(
  draft: Draft,
  stepId: string,
  { input, error }: { input: Json | null; error: RunError },
): void {
  setAttempt(draft, stepId, { status: "interrupted", ...(input !== null && { input }), error });
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

/** A look is no attempt. The window is counted from the first look. */
function waitForCheck(
  draft: Draft,
  stepId: string,
  { input, observation }: { input: Json | null; observation: Json },
): void {
  const step = stepOf(draft, stepId);
  const { check } = planStep(draft.plan, stepId);
  setAttempt(draft, stepId, { status: "paused", input, output: observation });
  if (!check) {
    failStep(draft, stepId, "check_failed", {
      message: 'The step looks for nothing: its "check" is missing.',
    });
    return;
  }
  const endsAt = startOf(draft, stepId) + check.withinSeconds * 1_000;
  if (draft.now >= endsAt) {
    const seen = shortened(JSON.stringify(observation), 500);
    const window = counted(check.withinSeconds, "second");
    const expected = `${check.path} ${check.op} ${JSON.stringify(check.value)}`;
    failStep(draft, stepId, "check_failed", {
      message: cleanText(
        `The check ${expected} did not hold within ${window}. The last observation was ${seen}.`,
      ),
    });
    return;
  }
  const dueAt = storableTime(Math.min(draft.now + check.everySeconds * 1_000, endsAt));
  note(draft, "step-paused", stepId, { reason: "check", dueAt, observation });
  setStep(draft, stepId, {
    status: "paused",
    reason: "check",
    attempt: step.attempt - 1,
    leaseOwner: null,
    leaseUntil: null,
    dueAt,
    input,
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
      return {
        ...result,
        input: cleanJson(result.input),
        error: { message: cleanText(result.error.message) },
      };
    case "needs_approval":
      return result;
    case "precondition_unmet":
      return { ...result, observation: cleanJson(result.observation) };
    case "check_unmet":
      return { ...result, input: cleanJson(result.input), observation: cleanJson(result.observation) };
  }
}
