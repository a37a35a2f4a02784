import type { ToolCallContext } from "#server/context.ts";
import { type Result, err } from "#server/core/result.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { callHttp } from "#server/tools/http-call.ts";
import type { HttpAnswer, HttpLimits } from "#server/tools/http-exchange.ts";
import { buildMessage, shownUrl } from "#server/tools/http-message.ts";
import { refusedBy } from "#server/tools/http-outcome.ts";
import { failedForNow, failedNow } from "#server/tools/outcome.ts";
import { type WorkEnd, workProblem } from "#server/tools/work-process.ts";

export const DOCUMENT_LIMITS: HttpLimits = {
  timeoutMs: 30_000,
  maxBytes: 5 * 1024 * 1024,
  maxRedirects: 5,
};

/** A document of the web by GET. Anything but an answer with a body is a failure. */
export async function fetchDocument(
  url: string,
  accept: string,
  egressAllow: readonly string[],
  limits: HttpLimits,
  { signal, hide }: ToolCallContext,
): Promise<Result<HttpAnswer, ToolOutcome>> {
  const message = buildMessage({ url, headers: { accept } }, "");
  if (!message.ok) return err(failedNow(message.error));
  const called = await callHttp(message.value, egressAllow, limits, signal);
  if (!called.ok) return called;
  if (called.value.status >= 400) return err(refusedBy(called.value, true, hide));
  if (called.value.status >= 300) {
    return err(
      failedNow(`${shownUrl(called.value.url)} answered ${called.value.status}, without a document.`),
    );
  }
  return called;
}

/** What it means that a document was not read to its end. */
export function unreadOutcome(
  end: Exclude<WorkEnd<unknown>, { answer: unknown }>,
  place: URL,
  timeoutMs: number,
): ToolOutcome {
  const problem = workProblem(end, `Reading ${shownUrl(place)}`, timeoutMs);
  const mayHelp = "stopped" in end ? end.stopped === "aborted" : end.broken === "silent";
  return mayHelp
    ? failedForNow(problem)
    : failedNow(`${problem} Use http_request for its source, or another URL.`);
}
