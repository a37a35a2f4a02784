import { z } from "zod";
import type { Config } from "#server/config.ts";
import { maskQuery } from "#server/core/mask-secrets.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { BlockedAddressError } from "./address-guard.ts";
import {
  type HttpAnswer,
  type HttpLimits,
  type HttpProgress,
  RedirectRefusal,
  exchange,
} from "./http-exchange.ts";
import { SAFE_METHODS, buildMessage, shownUrl } from "./http-message.ts";
import { completed, failedForGood, failedForNow, failedNow, outcomeUnknown } from "./outcome.ts";
import { BodyRefusal, readContent } from "./response-body.ts";
import { retryAfterMs } from "./retry-after.ts";
import { type Tool, defineTool } from "./tool.ts";

const LIMITS: HttpLimits = { timeoutMs: 30_000, maxBytes: 5 * 1024 * 1024, maxRedirects: 5 };
const QUOTED_CHARACTERS = 500;
// Nothing was begun, or nothing could be.
const LATER = [408, 425, 429];
// Who answers gave up waiting, or lost the server behind it, and does not know what that one did. From 520 on: proxies.
const IN_DOUBT = [408, 502, 504, 520, 522, 524, 598, 599];
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

// For the checks of a plan, which look at the schema; what else is wrong with a URL, the request itself says.
const HTTP_URL = "^[hH][tT][tT][pP][sS]?://[^\\s/?#@]+(?:[/?#]|$)";

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const input = z.strictObject({
  url: z
    .string()
    .meta({ description: "An http or https URL such as https://example.com/orders", pattern: HTTP_URL }),
  method: z
    .enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    .optional()
    .describe("GET by default"),
  headers: z.record(z.string(), z.string()).optional(),
  query: z
    .record(z.string(), z.union([scalar, z.array(scalar)]))
    .optional()
    .describe("Added to the URL's query"),
  body: z.unknown().optional().describe("A text, or any JSON value, which is sent as application/json"),
});
const output = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown().describe("Parsed JSON when the content type says so, else text"),
  url: z.string().describe("Where the answer came from, after redirects"),
  bodyEncoding: z
    .literal("base64")
    .optional()
    .describe("There when the body is binary: it is base64 text then"),
});

// The worst that one of its methods may do; a GET is told apart by its input.
const ANNOTATIONS = {
  readOnlyHint: false,
  idempotentHint: false,
  destructiveHint: true,
  openWorldHint: true,
};

export function httpRequestTool(config: Pick<Config, "egressAllow">, over: Partial<HttpLimits> = {}): Tool {
  const limits = { ...LIMITS, ...over };
  return defineTool({
    name: "http_request",
    description: "Requests a public URL over HTTP and gives the status, headers and body (up to 5 MB).",
    input,
    output,
    annotations: ANNOTATIONS,
    annotationCases: [
      {
        parameter: "method",
        isOneOf: [...SAFE_METHODS, null],
        annotations: {
          readOnlyHint: true,
          idempotentHint: true,
          destructiveHint: false,
          openWorldHint: true,
        },
      },
    ],
    async call(asked, context) {
      const message = buildMessage(asked, context.idempotencyKey);
      if (!message.ok) return failedNow(message.error);

      const progress: HttpProgress = { url: message.value.url, isConnected: false, mayHaveActed: false };
      const isSafe = SAFE_METHODS.includes(message.value.method);
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(limits.timeoutMs)]);
      try {
        const answer = await exchange(message.value, config.egressAllow, limits, signal, progress);
        return outcomeOf(answer, isSafe);
      } catch (error) {
        return outcomeOfFailure(error, progress, isSafe, limits);
      }
    },
  });
}

function outcomeOf(answer: HttpAnswer, isSafe: boolean): ToolOutcome {
  const { status, headers, bytes, url } = answer;
  const { body, isBase64 } = readContent(bytes, headers["content-type"] ?? "");
  if (status >= 400) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const quoted = text === "" ? "" : ` ${text.slice(0, QUOTED_CHARACTERS)}`;
    const message = `${shownUrl(url)} answered ${status}.${isBase64 ? "" : quoted}`;
    if (!isSafe && IN_DOUBT.includes(status)) return outcomeUnknown(message);
    if (status >= 500 || LATER.includes(status)) return failedForNow(message, retryAfterMs(headers));
    return failedNow(message);
  }
  // Cookies are credentials, and outputs are kept in the log.
  const { "set-cookie": _cookies, ...shown } = headers;
  return completed({
    status,
    headers: shown,
    body,
    url: maskQuery(url.href),
    ...(isBase64 && { bodyEncoding: "base64" }),
  });
}

function outcomeOfFailure(
  error: unknown,
  progress: HttpProgress,
  isSafe: boolean,
  limits: HttpLimits,
): ToolOutcome {
  const place = shownUrl(progress.url);
  const codes = codesOf(error);

  if (isCausedBy(error, BlockedAddressError)) return failedForGood(blockedText(error));
  if (error instanceof RedirectRefusal) return settled(error.message, progress);
  if (error instanceof BodyRefusal) return settled(`${error.message} It came from ${place}.`, progress);
  if (codes.includes("UND_ERR_INVALID_ARG"))
    return failedNow(`The request to ${place} was refused before it was sent: ${textOf(error)}`);
  if (!progress.isConnected && !progress.mayHaveActed) {
    const distrusted = codes.find((code) => CERTIFICATE.test(code));
    if (distrusted !== undefined) {
      return failedForGood(`${place} was not requested: its certificate is not trusted (${distrusted}).`);
    }
    return failedForNow(`${place} could not be reached${codes[0] ? ` (${codes[0]})` : ""}.`);
  }

  const isTimeout =
    error instanceof Error &&
    (error.name === "TimeoutError" || codes.some((code) => code.includes("TIMEOUT")));
  const said = isTimeout
    ? `${place} did not answer within ${limits.timeoutMs / 1_000} seconds.`
    : `The connection to ${place} broke before the answer was complete${codes[0] ? ` (${codes[0]})` : ""}.`;
  if (isSafe) return failedForNow(said);
  return outcomeUnknown(said);
}

/** After a request that may have acted, the same request is not offered for another try. */
function settled(message: string, progress: HttpProgress): ToolOutcome {
  if (!progress.mayHaveActed) return failedNow(message);
  return failedForGood(`${message} The request itself was answered, so it is not sent again.`);
}

function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...inner, ...codesOf(error.cause)];
}

function isCausedBy(error: unknown, kind: typeof BlockedAddressError): boolean {
  return error instanceof Error && (error instanceof kind || isCausedBy(error.cause, kind));
}

function blockedText(error: unknown): string {
  if (error instanceof BlockedAddressError) return error.message;
  return error instanceof Error ? blockedText(error.cause) : "";
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
