import type { Usage } from "#server/core/run.ts";
import type { RunsUsage } from "#server/core/views.ts";
import { usdText, type UsageFact } from "#web/chat/usage-words.ts";

/** `2 tool calls, 1 model call, 1,204 tokens, $0.0021`; nothing that was not used. */
export function usageText(usage: Usage): string {
  const parts = [
    countText(usage.toolCalls, "tool call"),
    countText(usage.modelCalls, "model call"),
    tokensText(usage),
    costText(usage) ?? "",
    assumedText(usage),
  ].filter((text) => text !== "");
  return parts.join(", ") || "no calls";
}

/** `$0.0021`, `at least $0.0021`, `cost unknown`; null where no model was called. */
export function costText(usage: Usage): string | null {
  if (usage.modelCalls === 0) return null;
  const { costUsd, unpricedCalls } = usage;
  if (costUsd === undefined || costUsd === null)
    return (unpricedCalls ?? 0) > 0 ? "no price" : "cost unknown";
  const isLeast = (usage.unknownCalls ?? 0) + (unpricedCalls ?? 0) > 0;
  return `${isLeast ? "at least " : ""}${usdText(costUsd)}`;
}

/** What all runs of an agent took. */
export function runsFacts(usage: RunsUsage): UsageFact[] {
  if (usage.runs === 0) return [{ name: "Runs", value: "None has used anything yet" }];
  const unknown = usage.unknownCalls === 0 ? "" : `, ${countText(usage.unknownCalls, "call")} did not tell`;
  return [
    { name: "Runs", value: usage.runs.toLocaleString("en") },
    { name: "Tool calls", value: usage.toolCalls.toLocaleString("en") },
    { name: "Model calls", value: `${usage.modelCalls.toLocaleString("en")}${unknown}` },
    {
      name: "Tokens",
      value: `${tokens(usage.inputTokens)} in, ${tokens(usage.cachedTokens)} of them cached, ${tokens(usage.outputTokens)} out`,
    },
    { name: "Cost", value: costText(usage) ?? "$0" },
    ...modelFacts(usage),
  ];
}

/** One line for each model that answered. */
export function modelFacts({ models = {} }: Pick<Usage, "models">): UsageFact[] {
  return Object.entries(models).map(([model, { calls, inputTokens, outputTokens, costUsd }]) => ({
    name: model,
    value: `${countText(calls, "call")}, ${tokens(inputTokens)} in, ${tokens(outputTokens)} out, ${costUsd === null ? "no price" : usdText(costUsd)}`,
  }));
}

function tokensText({ inputTokens, outputTokens, modelCalls, unknownCalls = 0 }: Usage): string {
  if (inputTokens === null || outputTokens === null) return modelCalls > 0 ? "tokens unknown" : "";
  const least = unknownCalls > 0 ? "at least " : "";
  return `${least}${countText(inputTokens + outputTokens, "token")}`;
}

function assumedText({ assumed }: Usage): string {
  if (assumed === undefined) return "";
  const amounts = [
    countText(assumed.toolCalls, "tool call"),
    countText(assumed.tokens, "token"),
    assumed.costUsd > 0 ? usdText(assumed.costUsd) : "",
  ].filter((text) => text !== "");
  return `and ${amounts.join(", ")} counted against the budget for calls that did not tell`;
}

function tokens(count: number): string {
  return count.toLocaleString("en");
}

function countText(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
