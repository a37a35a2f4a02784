import { z } from "zod";
import { costOf, type Prices, priceOf, pricesSchema } from "./prices.ts";

/** What answering one message took. */
export const turnUsageSchema = z.object({
  /** The model that answered last, as its provider names it; `builtin`; null when none was called. */
  model: z.string().nullable(),
  modelCalls: z.int(),
  /** Calls that did not say what they used: failed, stopped, cut off. The sums are at least so much. */
  unknownCalls: z.int(),
  inputTokens: z.int(),
  /** Those of the input tokens that the provider read from its cache. */
  cachedTokens: z.int(),
  outputTokens: z.int(),
  /** Those of the output tokens that the model thought with. */
  reasoningTokens: z.int(),
  milliseconds: z.int(),
  /** US dollars at the time, without the unknown calls; null when a call had no price. */
  costUsd: z.number().nullable(),
  /** The prices that it was reckoned with, by model id. */
  prices: pricesSchema,
});
export type TurnUsage = z.infer<typeof turnUsageSchema>;

/** What all replies of a conversation took together. */
export const conversationUsageSchema = turnUsageSchema
  .pick({
    modelCalls: true,
    unknownCalls: true,
    inputTokens: true,
    cachedTokens: true,
    outputTokens: true,
    reasoningTokens: true,
    milliseconds: true,
  })
  .extend({
    replies: z.int(),
    /** Replies whose cost is not known, as a model of theirs had no price. */
    unpricedReplies: z.int(),
    /** US dollars of the replies whose cost is known. */
    costUsd: z.number(),
  });
export type ConversationUsage = z.infer<typeof conversationUsageSchema>;

/** What one call of a model used. */
export type CallTokens = { input: number; cached: number; output: number; reasoning: number };

/** What a model is called for: a conversation, or a step's answer, the judgement of it, its input. */
export type ModelPurpose = "planner" | "step" | "judge" | "input";

/** One call of a model. `tokens` is null when it did not say what it used. */
export type ModelCall = { asked: string; answered: string; isBuiltin: boolean; tokens: CallTokens | null };

// No model reads or writes nearly as much at once.
const MAX_CALL_TOKENS = 100_000_000;

/** Whether a call can have used so much: whole numbers, some input, and no part larger than its whole. */
export function arePossible({ input, cached, output, reasoning }: CallTokens): boolean {
  const areCounts = [input, cached, output, reasoning].every(
    (count) => Number.isInteger(count) && count >= 0 && count <= MAX_CALL_TOKENS,
  );
  return areCounts && input > 0 && cached <= input && reasoning <= output;
}

/** Adds up the calls of one turn. The built-in planner is a function: it uses no tokens and costs nothing. */
export function turnUsage(calls: readonly ModelCall[], prices: Prices, milliseconds: number): TurnUsage {
  const hosted = calls.filter((call) => !call.isBuiltin);
  const told = hosted.flatMap((call) => (call.tokens === null ? [] : [{ ...call, tokens: call.tokens }]));
  const sum = (part: keyof (typeof told)[number]["tokens"]) =>
    told.reduce((total, { tokens }) => total + tokens[part], 0);
  const priced = told.flatMap((call) => {
    const found = priceOf(prices, call);
    return found === null ? [] : [{ ...found, usd: costOf(found.price, call.tokens) }];
  });
  const isPriced = priced.length === told.length && (told.length > 0 || hosted.length === 0);
  const last = calls.at(-1);

  return {
    model: last === undefined ? null : last.isBuiltin ? "builtin" : last.answered,
    modelCalls: calls.length,
    unknownCalls: hosted.length - told.length,
    inputTokens: sum("input"),
    cachedTokens: sum("cached"),
    outputTokens: sum("output"),
    reasoningTokens: sum("reasoning"),
    milliseconds: Math.round(milliseconds),
    costUsd: isPriced ? priced.reduce((total, { usd }) => total + usd, 0) : null,
    prices: Object.fromEntries(priced.map(({ model, price }) => [model, price])),
  };
}

/** Both together: a message that was answered again after a failure took what both tries took. */
export function addTurnUsage(a: TurnUsage, b: TurnUsage): TurnUsage {
  const isUnpriced = (usage: TurnUsage) => usage.costUsd === null && usage.unknownCalls < usage.modelCalls;
  const isKnown = a.costUsd !== null || b.costUsd !== null;
  return {
    model: b.model ?? a.model,
    modelCalls: a.modelCalls + b.modelCalls,
    unknownCalls: a.unknownCalls + b.unknownCalls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    milliseconds: a.milliseconds + b.milliseconds,
    costUsd: isUnpriced(a) || isUnpriced(b) || !isKnown ? null : (a.costUsd ?? 0) + (b.costUsd ?? 0),
    prices: { ...a.prices, ...b.prices },
  };
}
