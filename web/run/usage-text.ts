import type { Usage } from "#server/core/run.ts";

/** `2 tool calls, 1,204 tokens`; nothing that was not used. */
export function usageText(usage: Usage): string {
  const tokens = (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
  const parts = [
    countText(usage.toolCalls, "tool call"),
    countText(usage.modelCalls, "model call"),
    countText(tokens, "token"),
  ].filter((text) => text !== "");
  return parts.join(", ") || "no calls";
}

function countText(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
