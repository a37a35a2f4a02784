import { costOf, type Price } from "./prices.ts";
import { err, ok, type Result } from "./result.ts";
import type { Reservation } from "./run.ts";

/** What one call of a model may write, and the most that it can use with what it reads. */
export type CallRoom = { maxOutputTokens: number; allowed: { tokens: number; costUsd: number } };

// No tokenizer makes more tokens than a text has bytes; the frame of a request adds some of its own.
const FRAME_TOKENS = 200;
/** An answer that is cut off earlier is worth nothing. */
const LEAST_ANSWER = 500;
/** More than some models may be asked for. */
export const LONGEST_ANSWER = 16_000;

/** Whether a call that reads `bytes` fits into what is left; if not, what it would need. Null is no limit. */
export function roomForCall(
  bytes: number,
  left: Reservation,
  price: Price | null,
): Result<CallRoom, Reservation> {
  const input = bytes + FRAME_TOKENS;
  const most = (output: number) => ({
    tokens: input + output,
    costUsd: price === null ? 0 : costOf(dearest(price), { input, cached: 0, output }),
  });
  const fits = (output: number) => {
    const { tokens, costUsd } = most(output);
    return (
      (left.tokens === null || tokens <= left.tokens) && (left.costUsd === null || costUsd <= left.costUsd)
    );
  };

  if (!fits(LEAST_ANSWER)) {
    const { tokens, costUsd } = most(LEAST_ANSWER);
    return err({
      tokens: left.tokens === null ? null : tokens,
      costUsd: left.costUsd === null ? null : costUsd,
    });
  }
  let [maxOutputTokens, tooMuch] = [LEAST_ANSWER, LONGEST_ANSWER + 1];
  while (tooMuch - maxOutputTokens > 1) {
    const middle = Math.floor((maxOutputTokens + tooMuch) / 2);
    if (fits(middle)) maxOutputTokens = middle;
    else tooMuch = middle;
  }
  return ok({ maxOutputTokens, allowed: most(maxOutputTokens) });
}

function dearest(price: Price): Price {
  return { ...price, inputUsd: Math.max(price.inputUsd, price.cachedInputUsd) };
}
