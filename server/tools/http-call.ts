import { type Result, err, ok } from "#server/core/result.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { type HttpAnswer, type HttpLimits, type HttpProgress, exchange } from "./http-exchange.ts";
import { type HttpMessage, SAFE_METHODS } from "./http-message.ts";
import { outcomeOfFailure } from "./http-outcome.ts";

/** The answer, whatever its status, or what its absence means for the step. Never throws. */
export async function callHttp(
  message: HttpMessage,
  egressAllow: readonly string[],
  limits: HttpLimits,
  signal: AbortSignal,
): Promise<Result<HttpAnswer, ToolOutcome>> {
  const progress: HttpProgress = { url: message.url, isConnected: false, mayHaveActed: false };
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  try {
    return ok(await exchange(message, egressAllow, limits, stop, progress));
  } catch (error) {
    return err(outcomeOfFailure(error, progress, SAFE_METHODS.includes(message.method), limits));
  }
}
