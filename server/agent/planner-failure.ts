import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  LoadAPIKeyError,
  NoOutputGeneratedError,
  RetryError,
  TypeValidationError,
} from "ai";
import type { Config } from "#server/config.ts";
import { shortened } from "#server/core/characters.ts";
import { AppError } from "#server/errors.ts";
import type { PlannerEnd } from "./planner.ts";
import { describeStatus, quoteOf } from "./planner-failure-status.ts";

/** Why an answer did not come whole, and what a person may do about it: full sentences, no key, no raw body. */
export type Failure = { why: string; remedy: string };

const AGAIN = "Send the message again.";

/** What went wrong with an answer; null when it is whole. */
export function failureOf(config: Config, end: PlannerEnd): Failure | null {
  if (end.failure !== null) return describeFailure(config, end.failure);
  switch (end.finishReason) {
    case "length":
      return {
        why: "The answer was cut off at the model's length limit.",
        remedy: "Ask for less at once, or send the message again.",
      };
    case "interrupted":
    case "error":
      return { why: "The model's answer broke off in the middle.", remedy: AGAIN };
    case "content-filter":
      return { why: "The model provider's filter ended the answer.", remedy: "Say it in other words." };
    case "refusal":
      return { why: "The model declined to answer.", remedy: "Say it in other words." };
    default:
      return null;
  }
}

export function describeFailure(config: Config, failure: unknown): Failure {
  const error = rootOf(failure);
  if (error instanceof AppError) return { why: error.message, remedy: AGAIN };
  if (LoadAPIKeyError.isInstance(error)) {
    return {
      why: "The model needs a key.",
      remedy: "Set OPENAI_API_KEY, or MODEL=builtin to plan without a language model.",
    };
  }
  if (APICallError.isInstance(error)) return describeStatus(config, error);
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) {
    return {
      why: `The model did not finish its answer within ${config.modelTimeoutMs / 1_000} seconds.`,
      remedy: "Send the message again, or set MODEL_TIMEOUT_SECONDS higher.",
    };
  }
  if (InvalidResponseDataError.isInstance(error)) {
    return {
      why: `The server's answer is not that of a model: ${shortened(error.message)}`,
      remedy: "Check OPENAI_BASE_URL and OPENAI_API, then send the message again.",
    };
  }
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return { why: "The model's answer could not be read.", remedy: AGAIN };
  if (isConnectionLoss(error)) return { why: "The model's answer broke off in the middle.", remedy: AGAIN };
  const quote = quoteOf(config, error instanceof Error ? error.message : "");
  return { why: `The model call failed.${quote}`, remedy: AGAIN };
}

// What Node's fetch throws when a connection ends in the middle of a body.
function isConnectionLoss(error: unknown): boolean {
  return error instanceof TypeError && error.message === "terminated";
}

function rootOf(failure: unknown): unknown {
  if (RetryError.isInstance(failure)) return rootOf(failure.lastError);
  if (NoOutputGeneratedError.isInstance(failure) && failure.cause !== undefined) return rootOf(failure.cause);
  return failure;
}
