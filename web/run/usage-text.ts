import type { Usage } from "#server/core/run.ts";

/** `2 tool calls, 1 model call, 1,204 tokens`; nothing that was not used. */
export function usageText(usage: Usage): string {
  const parts = [
    countText(usage.toolCalls, "tool call"),
    countText(usage.modelCalls, "model call"),
    tokensText(usage),
  ].filter((text) => text !== "");
  return parts.join(", ") || "no calls";
}

function tokensText({ inputTokens, outputTokens, modelCalls }: Usage): string {
  if (inputTokens !== null && outputTokens !== null) return countText(inputTokens + outputTokens, "token");
  return modelCalls > 0 ? "tokens unknown" : "";
}

function countText(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
