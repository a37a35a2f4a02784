import { MCPClientError } from "@ai-sdk/mcp";
import { shortened } from "#server/core/characters.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { BlockedAddressError } from "#server/tools/address-guard.ts";
import { failedForGood, failedForNow, failedNow, outcomeUnknown } from "#server/tools/outcome.ts";
import { BROKEN_OFF } from "./answer-stream.ts";
import { TooManyConnections } from "./connections.ts";
import { RefusedAnswer } from "./guarded-fetch.ts";

const QUOTED_CHARACTERS = 1_000;
const INVALID_PARAMS = -32_602;
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
const NO_PROGRAM = ["ENOENT", "EACCES", "ENOTDIR", "EPERM"];
const LATER = [408, 425, 429, 503];
// Who answers lost the server behind it, or broke off itself.
const IN_DOUBT = [500, 502, 504, 520, 522, 524];

/** What a server is called in messages, and what it said of its end. */
export type Failing = { server: string; words: string };

/** What it means that nothing was called: there is no connection, or no list of tools. */
export function outcomeOfNoCall(error: unknown, failing: Failing): ToolOutcome {
  const message = reasonFor(error, failing);
  return isFinal(error) ? failedForGood(message) : failedForNow(message);
}

/** What it means that a call ended without a result. */
export function outcomeOfBrokenCall(error: unknown, failing: Failing, isRepeatable: boolean): ToolOutcome {
  const message = reasonFor(error, failing);
  if (isFinal(error)) return failedForGood(message);
  if (codesOf(error).some((code) => NEVER_SENT.includes(code))) return failedForNow(message);
  if (MCPClientError.isInstance(error)) {
    if (error.code !== undefined && error.code !== BROKEN_OFF) return outcomeOfCode(error.code, message);
    const status = error.statusCode;
    // A session that the server does not know any more has called nothing.
    if (status !== undefined && (LATER.includes(status) || status === 404)) return failedForNow(message);
    if (status !== undefined && status >= 400 && !IN_DOUBT.includes(status)) return failedNow(message);
    if (isUnreadable(error) && isRepeatable) return failedForGood(message);
  }
  return isRepeatable ? failedForNow(message) : outcomeUnknown(message);
}

/** Whether the connection may be used for another call. */
export function isStillGood(error: unknown): boolean {
  return MCPClientError.isInstance(error) && error.code !== undefined && error.code !== BROKEN_OFF;
}

/** In words, why a server could not be used. */
export function reasonFor(error: unknown, { server, words }: Failing): string {
  const said = words === "" ? "" : ` ${shortened(words, QUOTED_CHARACTERS)}`;
  return `The tool server "${server}" ${shortened(whatHappened(error), QUOTED_CHARACTERS)}${said}`;
}

function whatHappened(error: unknown): string {
  const blocked = causeOf(error, BlockedAddressError);
  if (blocked) return `was not reached: ${blocked.message}`;
  if (error instanceof TooManyConnections) return `was not reached: ${error.message}`;
  const refused = causeOf(error, RefusedAnswer);
  if (refused) return `was not used: ${refused.message}`;
  if (isLate(error)) return "did not answer in time.";
  const [code] = codesOf(error);
  if (code !== undefined && NO_PROGRAM.includes(code)) {
    return `could not be started: there is no such program that may be run (${code}).`;
  }
  if (code !== undefined) return `could not be reached (${code}).`;
  if (!MCPClientError.isInstance(error)) return `broke off: ${textOf(error)}`;
  if (error.statusCode === 401 || error.statusCode === 403) {
    return `answered ${error.statusCode}: it does not accept the headers that its settings give.`;
  }
  if (error.statusCode !== undefined)
    return `answered ${error.statusCode}. ${error.responseBody ?? ""}`.trim();
  if (error.code === BROKEN_OFF) return `broke off: ${error.message}`;
  if (error.code !== undefined) return `answered with an error: ${error.message}`;
  if (isUnreadable(error)) return "answered with something that is no MCP.";
  return `broke off: ${error.message}.`;
}

function outcomeOfCode(code: number, message: string): ToolOutcome {
  if (code === METHOD_NOT_FOUND) return failedForGood(message);
  if (code === INTERNAL_ERROR) return failedForNow(message);
  if (code === INVALID_PARAMS) return failedNow(message);
  return failedNow(message);
}

function isFinal(error: unknown): boolean {
  if (causeOf(error, BlockedAddressError) || causeOf(error, RefusedAnswer)) return true;
  if (codesOf(error).some((code) => NO_PROGRAM.includes(code))) return true;
  return MCPClientError.isInstance(error) && (error.statusCode === 401 || error.statusCode === 403);
}

function isLate(error: unknown): boolean {
  return error instanceof Error && (error.name === "TimeoutError" || isLate(error.cause));
}

function isUnreadable(error: MCPClientError): boolean {
  return error.statusCode === undefined && /^Failed to (?:parse|process) server response/.test(error.message);
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...inner, ...codesOf(error.cause)];
}

function causeOf<Kind extends Error>(error: unknown, kind: new (...args: never[]) => Kind): Kind | null {
  if (!(error instanceof Error)) return null;
  return error instanceof kind ? error : causeOf(error.cause, kind);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
