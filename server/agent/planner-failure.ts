import { APICallError, LoadAPIKeyError, NoOutputGeneratedError, RetryError } from "ai";
import type { Config } from "#server/config.ts";

const MAX_MESSAGE_LENGTH = 300;

/** Why the model's answer did not come, in words that a person may see: no key, no raw body. */
export function describeFailure(config: Config, failure: unknown): string {
  const error = rootOf(failure);
  if (LoadAPIKeyError.isInstance(error)) {
    return "The model needs a key: set OPENAI_API_KEY, or MODEL=builtin to plan without a language model.";
  }
  if (APICallError.isInstance(error)) return describeStatus(config, error);
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) {
    return `The model did not answer within ${config.modelTimeoutMs / 1_000} seconds (MODEL_TIMEOUT_SECONDS).`;
  }
  return `The model call failed${said(config, error)}.`;
}

function rootOf(failure: unknown): unknown {
  if (RetryError.isInstance(failure)) return rootOf(failure.lastError);
  if (NoOutputGeneratedError.isInstance(failure) && failure.cause !== undefined) return rootOf(failure.cause);
  return failure;
}

function describeStatus(config: Config, error: APICallError): string {
  const { statusCode } = error;
  if (statusCode === undefined) return `The model could not be reached${said(config, error)}.`;
  if (statusCode === 401 || statusCode === 403) {
    return `The model provider refused the key (${statusCode}). Check OPENAI_API_KEY.`;
  }
  if (statusCode === 404)
    return `The model provider does not know this model or address (404)${said(config, error)}.`;
  if (statusCode === 429)
    return `The model provider is busy or its quota is used up (429)${said(config, error)}.`;
  if (statusCode >= 500) return `The model provider has a fault (${statusCode})${said(config, error)}.`;
  return `The model provider refused the request (${statusCode})${said(config, error)}.`;
}

function said(config: Config, error: unknown): string {
  if (!(error instanceof Error) || error.message.trim() === "") return "";
  const { apiKey } = config.openai;
  const message = error.message
    .replaceAll(apiKey ?? "\u0000", "(hidden)")
    .replace(/\b(sk|key|Bearer)[-_ ][\w*.-]{6,}/gi, "(hidden)")
    .replace(/\s+/g, " ")
    .trim();
  const short = message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
  return `: ${short.replace(/[.\s]+$/, "")}`;
}
