import { MCPClientError } from "@ai-sdk/mcp";
import type { ToolOutcome } from "#server/core/tool.ts";
import { BlockedAddressError } from "#server/tools/address-guard.ts";
import { failedForGood, failedForNow, failedNow, outcomeUnknown } from "#server/tools/outcome.ts";
import { BROKEN_OFF } from "./answer-stream.ts";
import { causeOf, codesOf } from "./error-causes.ts";
import { type Failing, hasNoProgram, isAskingBack, isUnreadable, reasonFor } from "./failure-words.ts";
import { RefusedAnswer } from "./guarded-fetch.ts";
import { NotSent } from "./stdio-transport.ts";

const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;
/** A connection was never made, so nothing was sent on it. */
const NEVER_SENT = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];
const LATER = [408, 425, 429, 503];
// Who answers lost the server behind it, or broke off itself.
const IN_DOUBT = [500, 502, 504, 520, 522, 524];

/** What it means that nothing was called: there is no connection, or no list of tools. */
export function outcomeOfNoCall(error: unknown, failing: Failing): ToolOutcome {
  const message = reasonFor(error, failing);
  return isFinal(error) ? failedForGood(message) : failedForNow(message);
}

/** What it means that a call ended without a result. */
export function outcomeOfBrokenCall(error: unknown, failing: Failing, isRepeatable: boolean): ToolOutcome {
  const message = reasonFor(error, failing);
  if (isFinal(error)) return failedForGood(message);
  if (wasNeverSent(error)) return failedForNow(message);
  if (MCPClientError.isInstance(error)) {
    if (error.code !== undefined && error.code !== BROKEN_OFF) return outcomeOfCode(error.code, message);
    const status = error.statusCode;
    // A session that the server does not know any more has called nothing.
    if (status !== undefined && (LATER.includes(status) || status === 404)) return failedForNow(message);
    if (status !== undefined && status >= 400 && !IN_DOUBT.includes(status)) return failedNow(message);
    if (isAskingBack(error)) return failedForGood(message);
    if (isUnreadable(error) && isRepeatable) return failedForGood(message);
  }
  return isRepeatable ? failedForNow(message) : outcomeUnknown(message);
}

/** Whether the connection may be used for another call. */
export function isStillGood(error: unknown): boolean {
  return MCPClientError.isInstance(error) && error.code !== undefined && error.code !== BROKEN_OFF;
}

function wasNeverSent(error: unknown): boolean {
  if (causeOf(error, NotSent)) return true;
  if (MCPClientError.isInstance(error) && error.message.startsWith("Attempted to send")) return true;
  return codesOf(error).some((code) => NEVER_SENT.includes(code));
}

function outcomeOfCode(code: number, message: string): ToolOutcome {
  if (code === METHOD_NOT_FOUND) return failedForGood(message);
  if (code === INTERNAL_ERROR) return failedForNow(message);
  // Wrong parameters, and whatever else the server refuses in its own words.
  return failedNow(message);
}

function isFinal(error: unknown): boolean {
  if (causeOf(error, BlockedAddressError) || causeOf(error, RefusedAnswer)) return true;
  if (hasNoProgram(error)) return true;
  return MCPClientError.isInstance(error) && (error.statusCode === 401 || error.statusCode === 403);
}
