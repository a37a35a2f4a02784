import { expect, test } from "vitest";
import type { ConversationUsage, TurnUsage } from "#server/core/turn-usage.ts";
import { conversationFacts, turnFacts, usageLine, usdText } from "#web/chat/usage-words.ts";

const turn: TurnUsage = {
  model: "gpt-5.2-2025-12-11",
  modelCalls: 2,
  unknownCalls: 0,
  inputTokens: 1_234,
  cachedTokens: 1_000,
  outputTokens: 56,
  reasoningTokens: 20,
  milliseconds: 2_312,
  costUsd: 0.002_1,
  prices: { "gpt-5.2": { inputUsd: 1.25, cachedInputUsd: 0.125, outputUsd: 10 } },
};

test.each([
  [{}, "1,234 in (1,000 cached) · 56 out · $0.0021 · 2.3 s"],
  [{ cachedTokens: 0 }, "1,234 in · 56 out · $0.0021 · 2.3 s"],
  [{ costUsd: null }, "1,234 in (1,000 cached) · 56 out · 2.3 s"],
  [{ unknownCalls: 1 }, "at least 1,234 in (1,000 cached) · 56 out · $0.0021 · 2.3 s"],
  [{ unknownCalls: 2, inputTokens: 0, costUsd: null }, "Tokens unknown · 2.3 s"],
  [{ model: "builtin", costUsd: 0, milliseconds: 12 }, "Built-in planner · 12 ms"],
  [{ model: null, modelCalls: 0, milliseconds: 12 }, "No model call · 12 ms"],
])("a turn with %j reads %j", (over, line) => {
  expect(usageLine({ ...turn, ...over })).toBe(line);
});

function told(name: string, facts: { name: string; value: string }[]) {
  return facts.find((fact) => fact.name === name)?.value;
}

test("in full a turn tells the model that answered, thinking, and the price of the time", () => {
  const facts = turnFacts(turn);

  expect(told("Model", facts)).toBe("gpt-5.2-2025-12-11");
  expect(told("Tokens out", facts)).toBe("56, 20 of them for thinking");
  expect(told("Cost", facts)).toBe("$0.0021");
  expect(told("Price of gpt-5.2", facts)).toContain("$1.25 in, $0.125 cached, $10 out");
});

test("what is not known of a turn is said to be so", () => {
  const unknown = turnFacts({ ...turn, unknownCalls: 1 });
  const nothing = turnFacts({ ...turn, unknownCalls: 2, costUsd: null, prices: {} });

  expect(told("Model calls", unknown)).toBe("2, 1 without a count of tokens");
  expect(told("Tokens in", unknown)).toMatch(/^at least 1,234/);
  expect(told("Cost", unknown)).toBe("at least $0.0021");
  expect(told("Cost", nothing)).toBe("Not known");
  expect(told("Cost", turnFacts({ ...turn, costUsd: null }))).toContain("no price for this model");
  expect(turnFacts({ ...turn, model: "builtin" }).map((fact) => fact.name)).toEqual(["Model", "Time"]);
  expect(told("Model", turnFacts({ ...turn, model: null }))).toBe("None was called");
});

test("a conversation tells its total, and that it is a least amount when some cost is not known", () => {
  const { model: _model, prices: _prices, ...sums } = turn;
  const total: ConversationUsage = { ...sums, replies: 3, unpricedReplies: 0, costUsd: 1.5 };

  expect(told("Cost", conversationFacts(total))).toBe("$1.50");
  expect(told("Cost", conversationFacts({ ...total, unknownCalls: 1 }))).toBe("at least $1.50");
  expect(told("Cost", conversationFacts({ ...total, unpricedReplies: 2 }))).toBe(
    "at least $1.50, 2 replies have no price",
  );
});

test.each([
  [0, "$0"],
  [0.000_01, "less than $0.0001"],
  [0.000_15, "$0.00015"],
  [0.002_1, "$0.0021"],
  [0.002, "$0.002"],
  [0.009_96, "$0.01"],
  [0.051_4, "$0.051"],
  [0.35, "$0.35"],
  [12.4, "$12.40"],
  [1_234.567, "$1,234.57"],
])("%d dollars read %j", (usd, words) => {
  expect(usdText(usd)).toBe(words);
});
