import type { AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";

export function done(output: Json = null, input: Json = null): AttemptResult {
  return { type: "completed", input, output, usage: NO_USAGE };
}

export function fails(
  message: string,
  retry: "now" | "temporary" | "not_retryable" = "now",
  retryAfterMs?: number,
): Extract<AttemptResult, { type: "failed" }> {
  return {
    type: "failed",
    input: null,
    error: { message },
    retry,
    whatToChange: `Mend: ${message}`,
    usage: NO_USAGE,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

export function asks(input: Json): AttemptResult {
  return { type: "needs_approval", input, usage: NO_USAGE };
}
