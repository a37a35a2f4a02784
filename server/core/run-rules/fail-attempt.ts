import type { Json } from "#server/core/json.ts";
import { DEFAULT_MAX_ATTEMPTS } from "#server/core/plan.ts";
import type { Correction, RunError } from "#server/core/run.ts";
import { cutWaitWords, retryWaitMs } from "./backoff.ts";
import { type Draft, correctionsOf, note, setAttempt, setStep, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import { failStep } from "./settle.ts";
import { cleanText } from "./storable.ts";

export type AttemptFailure = {
  input: Json | null;
  output?: Json | undefined;
  error: RunError;
  /** What the next try is told was wrong; the error's message when left out. */
  problem?: string;
  retry: "now" | "temporary" | "not_retryable";
  retryAfterMs?: number | undefined;
  whatToChange: string;
  /** Whether this try is the last one, however many were left. */
  isLast?: boolean;
  /** From 0 to 1, so that steps that failed together do not try again together. */
  jitter: number;
};

const MAX_CORRECTION_VALUE_LENGTH = 16_000;

/** Ends the try that counts as the step's `attempt`, and with the last one the step. */
export function failAttempt(draft: Draft, stepId: string, failure: AttemptFailure): void {
  const step = stepOf(draft, stepId);
  const { input, output } = failure;
  const correction = correctionFor(step.attempt, failure);
  const maxAttempts = planStep(draft.plan, stepId).maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
  const isLast = failure.isLast === true || step.attempt >= maxAttempts;
  const isFinal = failure.retry === "not_retryable" || isLast;
  const dueAt =
    !isFinal && failure.retry === "temporary"
      ? draft.now + retryWaitMs(step.attempt, failure.jitter, failure.retryAfterMs)
      : null;
  const cutWait = dueAt === null ? null : cutWaitWords(failure.retryAfterMs);
  const error = cutWait === null ? failure.error : { message: withSentence(failure.error.message, cutWait) };

  setAttempt(draft, stepId, { status: "failed", input, output: output ?? null, error, correction });
  draft.corrections.set(stepId, [...correctionsOf(draft, stepId), correction]);
  note(draft, "attempt-failed", stepId, { error, retry: failure.retry, correction, input, output, dueAt });
  setStep(draft, stepId, {
    status: "pending",
    reason: null,
    leaseOwner: null,
    leaseUntil: null,
    dueAt,
    input,
    error,
  });
  if (isFinal) {
    failStep(
      draft,
      stepId,
      failure.retry === "not_retryable" ? "not_retryable" : "attempts_exhausted",
      error,
    );
  }
}

function correctionFor(attempt: number, failure: AttemptFailure): Correction {
  return {
    attempt,
    ...(failure.input !== null && isShort(failure.input) && { input: failure.input }),
    ...(failure.output !== undefined && isShort(failure.output) && { output: failure.output }),
    problem: failure.problem ?? failure.error.message,
    whatToChange: failure.whatToChange,
  };
}

function withSentence(text: string, sentence: string): string {
  return cleanText(`${text.replace(/[^.!?]$/, "$&.")} ${sentence}`);
}

function isShort(value: Json): boolean {
  return JSON.stringify(value).length <= MAX_CORRECTION_VALUE_LENGTH;
}
