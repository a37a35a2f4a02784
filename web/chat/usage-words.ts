import type { ConversationUsage, TurnUsage } from "#server/core/turn-usage.ts";
import { durationText } from "#web/durations.ts";

export type UsageFact = { name: string; value: string };
type Tokens = Pick<
  ConversationUsage,
  "modelCalls" | "unknownCalls" | "inputTokens" | "cachedTokens" | "outputTokens" | "reasoningTokens"
>;

/** `1,234 in (1,000 cached) · 56 out · $0.0021 · 2.3 s`; what is not known is not there. */
export function usageLine(usage: TurnUsage): string {
  const time = durationText(usage.milliseconds / 1_000);
  if (usage.model === null) return `No model call · ${time}`;
  if (usage.model === "builtin") return `Built-in planner · ${time}`;
  if (usage.unknownCalls === usage.modelCalls) return `Tokens unknown · ${time}`;
  const least = usage.unknownCalls > 0 ? "at least " : "";
  const cached = usage.cachedTokens > 0 ? ` (${numberText(usage.cachedTokens)} cached)` : "";
  const parts = [
    `${least}${numberText(usage.inputTokens)} in${cached}`,
    `${numberText(usage.outputTokens)} out`,
    ...(usage.costUsd === null ? [] : [usdText(usage.costUsd)]),
    time,
  ];
  return parts.join(" · ");
}

/** The same in full, for one reply. */
export function turnFacts(usage: TurnUsage): UsageFact[] {
  const time = { name: "Time", value: durationText(usage.milliseconds / 1_000) };
  if (usage.model === null) return [{ name: "Model", value: "None was called" }, time];
  if (usage.model === "builtin") {
    return [{ name: "Model", value: "The built-in planner, which uses no tokens" }, time];
  }
  return [
    { name: "Model", value: usage.model },
    ...tokenFacts(usage),
    { name: "Cost", value: turnCost(usage) },
    ...Object.entries(usage.prices).map(([model, price]) => ({
      name: `Price of ${model}`,
      value: `$${price.inputUsd} in, $${price.cachedInputUsd} cached, $${price.outputUsd} out, per million tokens`,
    })),
    time,
  ];
}

/** What all replies of a conversation took. */
export function conversationFacts(usage: ConversationUsage): UsageFact[] {
  const least = usage.unknownCalls > 0 || usage.unpricedReplies > 0 ? "at least " : "";
  return [
    { name: "Replies", value: numberText(usage.replies) },
    ...tokenFacts(usage),
    { name: "Cost", value: `${least}${usdText(usage.costUsd)}${unpricedText(usage.unpricedReplies)}` },
    { name: "Time", value: durationText(usage.milliseconds / 1_000) },
  ];
}

function tokenFacts(usage: Tokens): UsageFact[] {
  const { modelCalls, unknownCalls } = usage;
  const least = unknownCalls > 0 ? "at least " : "";
  const unknown = unknownCalls === 0 ? "" : `, ${numberText(unknownCalls)} without a count of tokens`;
  return [
    { name: "Model calls", value: `${numberText(modelCalls)}${unknown}` },
    {
      name: "Tokens in",
      value: `${least}${numberText(usage.inputTokens)}, ${numberText(usage.cachedTokens)} of them cached`,
    },
    {
      name: "Tokens out",
      value: `${least}${numberText(usage.outputTokens)}, ${numberText(usage.reasoningTokens)} of them for thinking`,
    },
  ];
}

function turnCost({ costUsd, unknownCalls, modelCalls }: TurnUsage): string {
  if (costUsd !== null) return `${unknownCalls > 0 ? "at least " : ""}${usdText(costUsd)}`;
  if (unknownCalls === modelCalls) return "Not known";
  return "Not known: the settings have no price for this model";
}

function unpricedText(replies: number): string {
  if (replies === 0) return "";
  return replies === 1 ? ", one reply has no price" : `, ${numberText(replies)} replies have no price`;
}

/** `$0.0021`, `$0.35`, `$12.40`: two digits that count below a cent, cents above a dollar. */
export function usdText(usd: number): string {
  if (usd === 0) return "$0";
  if (usd < 0.000_1) return "less than $0.0001";
  if (usd < 0.01) return `$${Number(usd.toPrecision(2))}`;
  return `$${usd.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: usd < 1 ? 3 : 2 })}`;
}

function numberText(count: number): string {
  return count.toLocaleString("en");
}
