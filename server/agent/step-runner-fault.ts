import { APICallError, LoadAPIKeyError, RetryError } from "ai";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";
import { retryAfterMs } from "#server/tools/retry-after.ts";
import { describeFailure } from "./planner-failure.ts";
import { isOutOfQuota } from "./planner-failure-status.ts";
import { type Fault, fault } from "./step-runner-attempt.ts";

const TEMPORARY_STATUSES = [408, 409, 425, 429];

/** What a failed model call means for the try. No key and no raw body gets into it. */
export function modelFault(config: Config, failure: unknown, signal: AbortSignal): Fault {
  const error = RetryError.isInstance(failure) ? failure.lastError : failure;
  if (error instanceof AppError) return fault(error.message, "not_retryable", "Correct the model setting.");
  const message = describeFailure(config, error).why;
  if (LoadAPIKeyError.isInstance(error)) return fault(message, "not_retryable", "Set OPENAI_API_KEY.");
  if (signal.aborted) return fault(stopped(signal), "temporary", "Nothing; the try has to be made again.");
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders } = error;
    if (statusCode !== undefined && statusCode < 400) {
      return fault(
        "The model's answer broke off or could not be read.",
        "temporary",
        "Nothing; the provider has to be asked again.",
      );
    }
    const isTemporary =
      statusCode === undefined || statusCode >= 500 || TEMPORARY_STATUSES.includes(statusCode);
    if (isTemporary && !isOutOfQuota(error)) {
      return fault(
        message,
        "temporary",
        "Nothing; the provider has to be asked again.",
        retryAfterMs(responseHeaders ?? {}),
      );
    }
    return fault(message, "not_retryable", "Correct the model setting or the account.");
  }
  return fault(message, "temporary", "Nothing; the provider has to be asked again.");
}

/** Why a try was ended from outside. */
export function stopped(signal: AbortSignal): string {
  const { reason } = signal;
  if (reason instanceof Error && reason.name === "TimeoutError")
    return "The attempt took longer than its time limit.";
  return "The attempt was stopped before it ended.";
}
