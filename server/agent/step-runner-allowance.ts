import { Buffer } from "node:buffer";
import { APICallError, type LanguageModel, RetryError } from "ai";
import { type CallRoom, LONGEST_ANSWER, roomForCall } from "#server/core/call-room.ts";
import { counted } from "#server/core/counted.ts";
import { highestPrice, type Prices } from "#server/core/prices.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import type { Reservation } from "#server/core/run.ts";
import type { ModelCall } from "#server/core/turn-usage.ts";
import { type Attempt, type Fault, fault } from "./step-runner-attempt.ts";

/** A call that may be made, and what the try had used before it. */
export type Allowed = CallRoom & { spent: { tokens: number; costUsd: number } };

/** How much a call of the model may write, so that the try stays in its allowance. Null when nothing is limited. */
export async function allowedCall(
  attempt: Attempt,
  model: LanguageModel,
  texts: readonly string[],
): Promise<Result<Allowed | null, Fault>> {
  const { allowance } = attempt.request;
  if (allowance === null || (allowance.tokens === null && allowance.costUsd === null)) return ok(null);
  const prices = allowance.costUsd === null ? {} : await readPrices(attempt);
  if (prices === null) {
    const message = `The prices of models could not be read, and the run has a budget in dollars.`;
    return err(fault(message, "temporary", "Nothing; the prices have to be read again."));
  }
  const asked = typeof model === "string" ? model : model.modelId;
  const price = highestPrice(prices, asked);
  if (allowance.costUsd !== null && price === null) return err(noPrice(attempt, asked));

  const spent = attempt.meter.spent(prices);
  const left = {
    tokens: allowance.tokens === null ? null : allowance.tokens - spent.tokens,
    costUsd: allowance.costUsd === null ? null : allowance.costUsd - spent.costUsd,
  };
  const bytes = texts.reduce((total, text) => total + Buffer.byteLength(text), 0);
  const room = roomForCall(bytes, left, price);
  return room.ok ? ok({ ...room.value, spent }) : err(tooLittle(attempt, left, room.error, spent));
}

/** An answer that ended at the length that was allowed, and not at one of the model's own; null when it did not. */
export function cutOff(attempt: Attempt, allowed: Allowed | null, call: ModelCall | undefined): Fault | null {
  if (allowed === null || allowed.maxOutputTokens >= LONGEST_ANSWER) return null;
  const written = call?.tokens?.output;
  if (written !== undefined && written < allowed.maxOutputTokens * 0.9) return null;
  const { spent, maxOutputTokens } = allowed;
  const { allowance } = attempt.request;
  const twice = (limit: "tokens" | "costUsd") =>
    (allowance?.[limit] ?? null) === null ? null : spent[limit] + 2 * allowed.allowed[limit];
  const message = `The model's answer was cut off after ${counted(maxOutputTokens, "token")}, which is all that the run's budget allowed it.`;
  return overBudget(message, { tokens: twice("tokens"), costUsd: twice("costUsd") });
}

/** Whether the provider, or nobody, took the request: then nothing was used. */
export function wasRefused(failure: unknown): boolean {
  const error = RetryError.isInstance(failure) ? failure.lastError : failure;
  if (!APICallError.isInstance(error)) return false;
  const { statusCode } = error;
  if (statusCode === undefined) return hasCode(error, /^(ECONNREFUSED|ENOTFOUND)$/);
  return statusCode >= 400 && statusCode < 500 && statusCode !== 408;
}

/** The prices of now; null when they cannot be read. */
export async function readPrices(attempt: Attempt): Promise<Prices | null> {
  try {
    return await attempt.ctx.prices();
  } catch (error) {
    attempt.ctx.log.warn({ err: error }, "The prices of models could not be read");
    return null;
  }
}

function noPrice({ name }: Attempt, model: string): Fault {
  const message = `${name} calls the model "${model}", which has no price, so the run's budget in dollars could not be kept. Set its price in the settings, then try again.`;
  return overBudget(message, null);
}

function tooLittle(
  { name }: Attempt,
  left: Reservation,
  need: Reservation,
  spent: { tokens: number; costUsd: number },
): Fault {
  const isTokens = left.tokens !== null && need.tokens !== null && need.tokens > left.tokens;
  const [needed, has] = isTokens
    ? [counted(need.tokens ?? 0, "token"), `${Math.max(0, left.tokens ?? 0)}`]
    : [dollars(need.costUsd ?? 0), dollars(Math.max(0, left.costUsd ?? 0))];
  const message = `The next call of a language model for ${name} may use ${needed}, and of the run's budget ${has} can be given to it.`;
  return overBudget(message, {
    tokens: need.tokens === null ? null : need.tokens + spent.tokens,
    costUsd: need.costUsd === null ? null : need.costUsd + spent.costUsd,
  });
}

function overBudget(message: string, needed: Reservation | null): Fault {
  return { ...fault(message, "now", "Nothing; the run's budget has to be raised."), overBudget: { needed } };
}

function dollars(amount: number): string {
  return `$${Number(amount.toPrecision(3))}`;
}

function hasCode(error: unknown, codes: RegExp): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && codes.test(String(cause.code))) return true;
  }
  return false;
}
