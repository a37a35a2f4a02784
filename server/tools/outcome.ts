import type { Json } from "#server/core/json.ts";
import type { ToolOutcome } from "#server/core/tool.ts";

export function completed(output: Json): ToolOutcome {
  return { type: "completed", output };
}

/** The same step may succeed with another input. */
export function failedNow(message: string): ToolOutcome {
  return { type: "failed", message, retry: "now" };
}

export function failedForGood(message: string): ToolOutcome {
  return { type: "failed", message, retry: "not_retryable" };
}

/** The same call may succeed later. */
export function failedForNow(message: string, retryAfterMs?: number): ToolOutcome {
  return { type: "failed", message, retry: "temporary", ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

export function outcomeUnknown(message: string): ToolOutcome {
  return { type: "outcome_unknown", message };
}
