import { costOf, type Prices, priceOf } from "./prices.ts";
import type { ModelUsage, Usage } from "./run.ts";
import type { ModelCall } from "./turn-usage.ts";

/** A call with the most that it could use; null when nothing is limited, or when it was refused and used nothing. */
export type MeteredCall = ModelCall & { allowed: { tokens: number; costUsd: number } | null };

type ModelPart = Pick<
  Usage,
  | "inputTokens"
  | "outputTokens"
  | "cachedTokens"
  | "modelCalls"
  | "costUsd"
  | "unknownCalls"
  | "unpricedCalls"
  | "models"
  | "assumed"
>;

/** What the calls of one try took, at the prices of now. A call that does not say counts as all that it was allowed. */
export function usageOfCalls(calls: readonly MeteredCall[], prices: Prices): ModelPart {
  if (calls.length === 0) return { inputTokens: 0, outputTokens: 0, cachedTokens: 0, modelCalls: 0 };
  const models = new Map<string, ModelUsage>();
  const assumed = { toolCalls: 0, tokens: 0, costUsd: 0 };
  let unknownCalls = 0;
  let unpricedCalls = 0;
  for (const call of calls) {
    const priced = priceOf(prices, call);
    if (call.tokens === null) {
      unknownCalls += 1;
      assumed.tokens += call.allowed?.tokens ?? 0;
    } else if (priced === null) unpricedCalls += 1;
    if (call.tokens === null || priced === null) assumed.costUsd += call.allowed?.costUsd ?? 0;
    if (call.tokens === null) continue;

    const before = models.get(call.answered);
    const { input, cached, output } = call.tokens;
    const usd = priced === null ? null : costOf(priced.price, call.tokens);
    models.set(call.answered, {
      calls: (before?.calls ?? 0) + 1,
      inputTokens: (before?.inputTokens ?? 0) + input,
      cachedTokens: (before?.cachedTokens ?? 0) + cached,
      outputTokens: (before?.outputTokens ?? 0) + output,
      costUsd: usd === null ? (before?.costUsd ?? null) : (before?.costUsd ?? 0) + usd,
      price: priced?.price ?? null,
    });
  }

  const told = [...models.values()];
  const sum = (part: "inputTokens" | "cachedTokens" | "outputTokens") =>
    told.length === 0 ? null : told.reduce((total, model) => total + model[part], 0);
  const costs = told.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cachedTokens: sum("cachedTokens"),
    modelCalls: calls.length,
    costUsd: costs.length === 0 ? null : costs.reduce((total, usd) => total + usd, 0),
    unknownCalls,
    unpricedCalls,
    models: Object.fromEntries(models),
    ...(assumed.tokens + assumed.costUsd > 0 && { assumed }),
  };
}
