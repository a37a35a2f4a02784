import type { LanguageModelCallEndEvent, LanguageModelCallStartEvent, LanguageModelUsage } from "ai";
import { arePossible, type CallTokens, type ModelCall } from "#server/core/turn-usage.ts";

type Started = Pick<LanguageModelCallStartEvent, "provider" | "modelId">;
type Ended = Pick<LanguageModelCallEndEvent, "modelId" | "usage" | "performance">;

/**
 * Writes every call of a model into `calls`, one after the other. A call that fails or is aborted has
 * no end, and its tokens stay unknown; so do those of a provider that tells none, or what cannot be.
 */
export function recordModelCalls(calls: ModelCall[], answeredAfter: (seconds: number) => void) {
  return {
    onLanguageModelCallStart: ({ provider, modelId }: Started) => {
      calls.push({ asked: modelId, answered: modelId, isBuiltin: provider === "builtin", tokens: null });
    },
    onLanguageModelCallEnd: ({ modelId, usage, performance }: Ended) => {
      const call = calls.at(-1);
      if (!call) return;
      Object.assign(call, { answered: modelId, tokens: tokensOf(usage) });
      if (!call.isBuiltin) answeredAfter(performance.responseTimeMs / 1_000);
    },
  };
}

const INPUT_NAMES = ["input_tokens", "prompt_tokens"];
const OUTPUT_NAMES = ["output_tokens", "completion_tokens"];

function tokensOf(usage: LanguageModelUsage): CallTokens | null {
  const { inputTokens, inputTokenDetails, outputTokens, outputTokenDetails, raw } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return null;
  if (raw !== undefined && !(hasNumber(raw, INPUT_NAMES) && hasNumber(raw, OUTPUT_NAMES))) return null;
  const tokens = {
    input: inputTokens,
    cached: inputTokenDetails?.cacheReadTokens ?? 0,
    output: outputTokens,
    reasoning: outputTokenDetails?.reasoningTokens ?? 0,
  };
  return arePossible(tokens) ? tokens : null;
}

// The provider's adapter makes 0 of a number that is missing in what the provider itself reported.
function hasNumber(raw: object, names: readonly string[]): boolean {
  return Object.entries(raw).some(([name, value]) => names.includes(name) && typeof value === "number");
}
