import type { LanguageModelUsage } from "ai";
import type { Usage } from "#server/core/run.ts";

/** Adds up what one try costs. */
export type Meter = {
  countToolCall: () => void;
  /** `usage` is undefined when the call failed and its tokens are unknown. */
  countModelCall: (usage: LanguageModelUsage | undefined) => void;
  total: () => Usage;
};

export function startMeter(): Meter {
  const startedAt = performance.now();
  const usage: Usage = {
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    toolCalls: 0,
    modelCalls: 0,
    seconds: 0,
  };

  return {
    countToolCall: () => {
      usage.toolCalls += 1;
    },
    countModelCall: (call) => {
      usage.modelCalls += 1;
      usage.inputTokens = sum(usage.inputTokens, call?.inputTokens);
      usage.outputTokens = sum(usage.outputTokens, call?.outputTokens);
      usage.cachedTokens = sum(usage.cachedTokens, call?.inputTokenDetails?.cacheReadTokens);
    },
    total: () => ({ ...usage, seconds: (performance.now() - startedAt) / 1_000 }),
  };
}

/** An unknown part makes the sum unknown. */
function sum(known: number | null, added: number | undefined): number | null {
  return known === null || added === undefined ? null : known + added;
}
