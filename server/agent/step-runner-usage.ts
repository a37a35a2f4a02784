import { type MeteredCall, usageOfCalls } from "#server/core/model-usage.ts";
import type { Prices } from "#server/core/prices.ts";
import type { Usage } from "#server/core/run.ts";
import type { ModelCall } from "#server/core/turn-usage.ts";

/** Adds up what one try uses. */
export type Meter = {
  countToolCall: () => void;
  countModelCall: (call: ModelCall, allowed: MeteredCall["allowed"]) => void;
  /** What counts against an allowance so far. */
  spent: (prices: Prices) => { tokens: number; costUsd: number };
  hasModelCalls: () => boolean;
  total: (prices: Prices) => Usage;
};

export function startMeter(): Meter {
  const startedAt = performance.now();
  const calls: MeteredCall[] = [];
  let toolCalls = 0;

  return {
    countToolCall: () => {
      toolCalls += 1;
    },
    countModelCall: (call, allowed) => {
      calls.push({ ...call, allowed });
    },
    spent: (prices) => {
      const { inputTokens, outputTokens, costUsd, assumed } = usageOfCalls(calls, prices);
      return {
        tokens: (inputTokens ?? 0) + (outputTokens ?? 0) + (assumed?.tokens ?? 0),
        costUsd: (costUsd ?? 0) + (assumed?.costUsd ?? 0),
      };
    },
    hasModelCalls: () => calls.length > 0,
    total: (prices) => ({
      ...usageOfCalls(calls, prices),
      toolCalls,
      seconds: (performance.now() - startedAt) / 1_000,
    }),
  };
}
