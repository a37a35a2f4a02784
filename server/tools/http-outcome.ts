import { maskQuery } from "#server/core/mask-secrets.ts";
import type { ToolCallContext } from "#server/context.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { BlockedAddressError } from "./address-guard.ts";
import { type HttpAnswer, type HttpLimits, type HttpProgress, RedirectRefusal } from "./http-exchange.ts";
import { shownUrl } from "./http-message.ts";
import { completed, failedForGood, failedForNow, failedNow, outcomeUnknown } from "./outcome.ts";
import { BodyRefusal, readContent } from "./response-body.ts";
import { cutLine } from "./web/cut-text.ts";
import { retryAfterMs } from "./retry-after.ts";

const QUOTED_CHARACTERS = 500;
// Nothing was begun, or nothing could be.
const LATER = [408, 425, 429];
// Who answers gave up waiting, or lost the server behind it, and does not know what that one did. From 520 on: proxies.
const IN_DOUBT = [408, 502, 504, 520, 522, 524, 598, 599];
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** What an answer means for a step. `isSafe` says that the request could have no effect. */
export function outcomeOfAnswer(
  answer: HttpAnswer,
  isSafe: boolean,
  hide?: ToolCallContext["hide"],
): ToolOutcome {
  const { status, headers, bytes, url } = answer;
  if (status >= 400) return refusedBy(answer, isSafe, hide);
  const { body, isBase64 } = readContent(bytes, headers["content-type"] ?? "");
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

/** The failure that a status from 400 on is, with the beginning of what the server said. */
export function refusedBy(
  { status, headers, bytes, url }: HttpAnswer,
  isSafe: boolean,
  hide?: ToolCallContext["hide"],
): ToolOutcome {
  const { body, isBase64 } = readContent(bytes, headers["content-type"] ?? "");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const quoted = text === "" ? "" : ` ${cutLine(text, QUOTED_CHARACTERS, hide)}`;
  const message = `${shownUrl(url)} answered ${status}.${isBase64 ? "" : quoted}`;
  if (!isSafe && IN_DOUBT.includes(status)) return outcomeUnknown(message);
  if (status >= 500 || LATER.includes(status)) return failedForNow(message, retryAfterMs(headers));
  return failedNow(message);
}

/** What it means that there is no answer, judged by how far the exchange came. */
export function outcomeOfFailure(
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
