import { MCPClientError } from "@ai-sdk/mcp";
import type { ToolCallContext } from "#server/context.ts";
import { shortened } from "#server/core/characters.ts";
import { BlockedAddressError } from "#server/tools/address-guard.ts";
import { BROKEN_OFF } from "./answer-stream.ts";
import { TooManyConnections } from "./connections.ts";
import { causeOf, codesOf, innermostText, isLate } from "./error-causes.ts";
import { RefusedAnswer } from "./guarded-fetch.ts";

const QUOTED_CHARACTERS = 1_000;
const NO_PROGRAM = ["ENOENT", "EACCES", "ENOTDIR", "EPERM"];
const UNKNOWN_HOST = ["ENOTFOUND", "EAI_AGAIN"];
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** Hides secrets in a text. Texts are cut after that: a part of a secret is not found any more. */
export type Hide = NonNullable<ToolCallContext["hide"]>;

/** What a server is called in messages, what knows its last words, and what hides secrets in them. */
export type Failing = {
  server: string;
  connection: { words: (hide: Hide) => string } | null;
  hide: Hide | undefined;
};

/** In words, why a server could not be used. */
export function reasonFor(error: unknown, { server, connection, hide = (text) => text }: Failing): string {
  const parts = [hide(whatHappened(error)), connection?.words(hide) ?? ""].filter((part) => part !== "");
  return `The tool server "${server}" ${parts.map((part) => shortened(part, QUOTED_CHARACTERS)).join(" ")}`;
}

export function hasNoProgram(error: unknown): boolean {
  return codesOf(error).some((code) => NO_PROGRAM.includes(code));
}

export function isUnreadable(error: MCPClientError): boolean {
  return error.statusCode === undefined && /^Failed to (?:parse|process) server response/.test(error.message);
}

/** The newer protocol lets a server answer a call with questions to a person. */
export function isAskingBack(error: MCPClientError): boolean {
  return /^(?:Server requested input|Unsupported input request)/.test(error.message);
}

function whatHappened(error: unknown): string {
  const blocked = causeOf(error, BlockedAddressError);
  if (blocked) return `was not reached: ${blocked.message}`;
  if (error instanceof TooManyConnections) return `was not reached: ${error.message}`;
  const refused = causeOf(error, RefusedAnswer);
  if (refused) return `was not used: ${refused.message}`;
  if (isLate(error)) return "did not answer in time.";
  const [code] = codesOf(error);
  if (code !== undefined) return ofCode(code, error);
  if (!MCPClientError.isInstance(error)) return ofText(innermostText(error));
  if (error.statusCode !== undefined) return ofStatus(error, error.statusCode);
  if (error.code === BROKEN_OFF) return ofText(error.message);
  if (error.code !== undefined) return `answered with an error: ${asSentence(error.message)}`;
  if (isAskingBack(error)) return "asks back before it does anything, and a run answers no questions.";
  if (isUnreadable(error)) return "answered with something that is no MCP.";
  return ofText(error.message);
}

// What Node's own fetch says in a word (https://fetch.spec.whatwg.org/#port-blocking).
const PLAIN_WORDS: Readonly<Record<string, string>> = {
  "bad port": "was not reached: nothing of the web is asked at that port (bad port). Use another one.",
  terminated: "broke off: the connection ended before the answer was complete.",
};

function ofText(text: string): string {
  return PLAIN_WORDS[text] ?? `broke off: ${asSentence(text)}`;
}

function asSentence(text: string): string {
  return /[.!?…]\s*$/.test(text) ? text.trimEnd() : `${text.trimEnd()}.`;
}

/** What was to be started, as Node tells it. */
function programOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "path" in error && typeof error.path === "string" ? error.path : programOf(error.cause);
}

function ofCode(code: string, error: unknown): string {
  if (hasNoProgram(error)) {
    const advice = /\s/.test(programOf(error))
      ? "Give the program alone as the command, and what follows it as args."
      : "Give its absolute path.";
    return `could not be started: there is no such program that may be run (${code}). ${advice}`;
  }
  if (code === "ECONNREFUSED") return `could not be reached: nobody listens there (${code}).`;
  if (UNKNOWN_HOST.includes(code)) return `could not be reached: its host is not known (${code}).`;
  if (CERTIFICATE.test(code)) return `was not used: its certificate is not trusted (${code}).`;
  return `could not be reached (${code}).`;
}

function ofStatus(error: MCPClientError, status: number): string {
  const body = error.responseBody ?? "";
  const said = /^\s*</.test(body) ? "" : ` ${body}`.trimEnd();
  if (status === 401 || status === 403) {
    return `answered ${status}: it wants other headers. Give it an Authorization header that names a secret.${said}`;
  }
  if (status === 404 || status === 405)
    return `answered ${status}. Is its URL that of an MCP endpoint?${said}`;
  if (status < 400) {
    const type = /content type: ([\w/+.-]+)/.exec(error.message)?.[1] ?? "nothing";
    return `answered with ${type}, which is no MCP. Is its URL that of an MCP endpoint?`;
  }
  return `answered ${status}.${said}`;
}
