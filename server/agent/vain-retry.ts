import { APICallError } from "ai";
import { retryAfterMs } from "#server/tools/retry-after.ts";
import { isOutOfQuota } from "./planner-failure-status.ts";

// What AI SDK waits for at most; sooner than it was told to it must not ask again.
const MAX_WAIT_MS = 60_000;

/**
 * A failed call as it was, but not to be tried again at once when that would be in vain: when the provider asks
 * for a longer wait than that, or the account is empty.
 */
export function withoutVainRetry(error: unknown): unknown {
  if (!APICallError.isInstance(error) || !error.isRetryable) return error;
  const isEarly = (retryAfterMs(error.responseHeaders ?? {}) ?? 0) >= MAX_WAIT_MS;
  if (!isEarly && !isOutOfQuota(error)) return error;
  const { message, url, requestBodyValues, statusCode, responseHeaders, responseBody, cause, data } = error;
  return new APICallError({
    message,
    url,
    requestBodyValues,
    statusCode,
    responseHeaders,
    responseBody,
    cause,
    data,
    isRetryable: false,
  });
}
