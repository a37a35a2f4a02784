import type { Context } from "#server/context.ts";
import type { StoredMetadata } from "#server/core/conversation.ts";
import { addTurnUsage, type ModelCall, type TurnUsage, turnUsage } from "#server/core/turn-usage.ts";
import { readPrices } from "#server/services/read-prices.ts";

/** What answering one message takes, while it is answered. */
export type TurnAccount = {
  calls: ModelCall[];
  /** When the answer was begun, by `performance.now()`; null while the message waits for its turn. */
  startedAt: number | null;
  /** What earlier tries at the same message took. */
  earlier: TurnUsage | null;
};

export function openAccount(): TurnAccount {
  return { calls: [], startedAt: null, earlier: null };
}

/** What answering took so far, at today's prices, with what earlier tries at the same message took. */
export async function accountOf(
  ctx: Context,
  { calls, startedAt, earlier }: TurnAccount,
): Promise<Pick<StoredMetadata, "inputTokens" | "outputTokens" | "usage">> {
  const now = performance.now();
  const usage = turnUsage(calls, await readPrices(ctx.db), now - (startedAt ?? now));
  const told = calls.flatMap((call) => call.tokens ?? []);
  const sum = (numbers: readonly number[]) =>
    numbers.length === 0 ? null : numbers.reduce((total, number) => total + number, 0);

  return {
    inputTokens: sum(told.map((tokens) => tokens.input)),
    outputTokens: sum(told.map((tokens) => tokens.output)),
    usage: earlier === null ? usage : addTurnUsage(earlier, usage),
  };
}
