import { readFileSync } from "node:fs";
import type { LanguageModelV4, LanguageModelV4Usage } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { readCases } from "./read-cases.ts";
import { type ConversationCase, planOfGraph } from "./conversation-case.ts";
import type { Graph } from "./conversations/oracle.ts";
import { applyOutcome } from "./conversations/outcome.ts";
import { linesOf, makeConversations } from "./make-conversations.ts";
import { runConversation } from "./run-conversation.ts";
import { type OpenSession, openSession } from "./session.ts";
import { bare, graphFaults } from "./verdict.ts";

const FOLDER = new URL("../cases", import.meta.url).pathname;
const USAGE: LanguageModelV4Usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};
const { conversations } = readCases(FOLDER);

const withPlanner =
  (planner: LanguageModelV4): OpenSession =>
  (_id, start) =>
    openSession(planner, start);

/** The plan before each turn and after the last, when every turn goes as its words say. */
function graphsOf({ plan, turns }: ConversationCase): Graph[] {
  const graphs: Graph[] = [plan];
  for (const { expect: wanted } of turns) {
    const before = graphs.at(-1) ?? plan;
    const [outcome = {}] = wanted.type === "edit" ? wanted.outcomes : [];
    graphs.push(applyOutcome(before, outcome));
  }
  return graphs;
}

test("the stored conversations are what their seeds make", () => {
  const stored = readFileSync(`${FOLDER}/conversations.jsonl`, "utf8").split("\n");
  const made = linesOf(makeConversations()).split("\n");

  expect(made).toHaveLength(stored.length);
  expect(made.flatMap((line, index) => (line === stored[index] ? [] : [`line ${index + 1}`]))).toEqual([]);
});

test("every plan that a conversation expects is valid, and no two of its steps share a title", () => {
  for (const record of conversations) {
    for (const [turn, graph] of graphsOf(record).entries()) {
      const titles = graph.map((step) => bare(step.title));
      expect(graphFaults(planOfGraph(graph)), `${record.id}/${turn}`).toEqual([]);
      expect(new Set(titles).size, `${record.id}/${turn}`).toBe(titles.length);
    }
  }
});

test("every accepted outcome of a turn is a valid plan and another one than before", () => {
  for (const record of conversations) {
    const graphs = graphsOf(record);
    for (const [index, { expect: wanted }] of record.turns.entries()) {
      const before = graphs[index] ?? [];
      for (const outcome of wanted.type === "edit" ? wanted.outcomes : []) {
        const after = applyOutcome(before, outcome);
        expect(graphFaults(planOfGraph(after)), `${record.id}/${index + 1}`).toEqual([]);
        expect(after, `${record.id}/${index + 1}`).not.toEqual(before);
      }
    }
  }
});

test.each(["conversation-001", "conversation-020", "conversation-040"])(
  "in %s the built-in planner leaves a valid plan after every turn and touches nothing that was not meant",
  async (id) => {
    const record = conversations.find((other) => other.id === id);
    const outcomes = record ? await runConversation(withPlanner(createBuiltinPlanner()), record) : [];

    expect(outcomes).toHaveLength(15);
    expect(outcomes.filter(({ fault }) => fault?.includes("invalid"))).toEqual([]);
    expect(outcomes.filter((turn) => turn.collateral.length > 0 || turn.unasked || turn.invented)).toEqual(
      [],
    );
  },
);

test("a planner that only talks fails every order, and each turn is still asked of the plan that was expected", async () => {
  const [record] = conversations;
  const talks = new MockLanguageModelV4({
    doGenerate: {
      content: [{ type: "text", text: "I have removed step 1." }],
      finishReason: { unified: "stop", raw: "stop" },
      usage: USAGE,
      warnings: [],
    },
  });

  const outcomes = record ? await runConversation(withPlanner(talks), record) : [];

  const orders = outcomes.filter((_, index) => record?.turns[index]?.expect.type === "edit");
  expect(orders.map((turn) => turn.fault)).toEqual(orders.map(() => "nothing changed"));
  expect(outcomes.every((turn) => turn.invented)).toBe(true);
  expect(outcomes.map((turn) => turn.stepCount)).toEqual(
    record &&
      graphsOf(record)
        .slice(0, -1)
        .map((graph) => graph.length),
  );
});
