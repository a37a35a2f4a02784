import type { LanguageModelV4 } from "@ai-sdk/provider";
import { generateText, isStepCount, type LanguageModel, type ModelMessage } from "ai";
import { plannerMessage } from "#server/agent/planner-message.ts";
import { offeredTools as toolsOffered } from "#server/agent/planner-tools.ts";
import { plannerInstructions } from "#server/agent/planner-instructions.ts";
import type { Plan } from "#server/core/plan.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import type { PlanningState } from "#server/services/read-planning-state.ts";
import { makeAgentRow } from "./agent-row.ts";
import { keepRevisions } from "./kept-revisions.ts";
import { offeredTools } from "./offered-tools.ts";

export type Turn = {
  reply: string;
  /** What the product told the person beside the planner's words. */
  notices: string[];
  changed: boolean;
  refused: string[];
  called: { name: string; input: unknown }[];
  milliseconds: number;
  inputTokens: number;
  outputTokens: number;
  modelCalls: number;
  /** What kept the product from ending the turn; null when nothing did. */
  failure: string | null;
};

const MAX_CALLS = 8;
const MAX_TOOL_RESULT = 600;

export type Planner = LanguageModelV4 | LanguageModel;

/** A conversation as the cases are run on it. */
export type Session = {
  say: (words: string) => Promise<Turn>;
  /** Puts the right answer in the place of the last one, as if it had been given; the plan may be as before. */
  putRight: (words: string, plan: Plan, reply: string, restoredFrom: number | null) => void | Promise<void>;
  plan: () => Plan | null;
  planAt: (revision: number) => Plan | null;
  /** Clears away what the session leaves behind. */
  end?: () => Promise<void>;
};

/** `judgedFrom` is the message that the case is about, counted from 1. */
export type OpenSession = (
  id: string,
  start: Plan | null,
  options?: { tools?: readonly ToolDefinition[]; judgedFrom?: number },
) => Session | Promise<Session>;

/** A turn in which nothing has been said yet. */
export function newTurn(): Turn {
  return {
    reply: "",
    notices: [],
    changed: false,
    refused: [],
    called: [],
    milliseconds: 0,
    inputTokens: 0,
    outputTokens: 0,
    modelCalls: 0,
    failure: null,
  };
}

/** A conversation about one plan without a database: the planner's own prompt and tools, the product's own edits. */
export function openSession(
  planner: Planner,
  start: Plan | null,
  tools: readonly ToolDefinition[] = [],
  agentSlugs: string[] = [],
): Session {
  const revisions = keepRevisions(start);
  const history: ModelMessage[] = [];
  let turns = { last: "", changedLast: false, before: { revision: start ? 1 : 0, messages: 0 } };

  async function say(words: string): Promise<Turn> {
    const turn = newTurn();
    revisions.hear(words);
    const before = { revision: revisions.kept.length, messages: history.length };
    const state = stateNow();
    const asked = plannerMessage({
      state,
      words,
      changedLast: turns.changedLast,
      seen: null,
      lastTurn: turns.last,
    });
    const made: ModelMessage[] = [];
    const product = offeredTools(state, async (name, input) => {
      const text = answer(name, input, turn);
      made.push(...callMessages(`call-${history.length + made.length}`, name, input, text));
      return text;
    });
    const startedAt = performance.now();
    const result = await generateText({
      model: planner,
      instructions: plannerInstructions(state),
      messages: [...history, asked],
      tools: product,
      prepareStep: () => ({
        activeTools: toolsOffered(
          { state, startsOver: turn.called.some((call) => call.name === "start_over") },
          product,
        ),
      }),
      stopWhen: isStepCount(MAX_CALLS),
      toolCallConcurrency: 1,
      maxRetries: 2,
    });
    turn.milliseconds = performance.now() - startedAt;
    turn.reply = result.steps
      .map((step) => step.text)
      .join("\n")
      .trim();
    turn.inputTokens = result.totalUsage.inputTokens ?? 0;
    turn.outputTokens = result.totalUsage.outputTokens ?? 0;
    turn.modelCalls = result.steps.length;
    for (const part of result.steps.flatMap((step) => step.content)) {
      if (part.type === "tool-error") turn.refused.push(`${part.toolName}: ${String(part.error)}`);
    }
    remember(words, made, turn.reply);
    turns = { last: `${words}\n${turn.reply}`, changedLast: turn.changed, before };
    return turn;
  }

  function answer(name: string, input: unknown, turn: Turn): string {
    turn.called.push({ name, input });
    const { text, changed, refused } = turn.changed
      ? { text: "Refused: a message makes one revision.", changed: false, refused: true }
      : revisions.call(name, input);
    if (changed) turn.changed = true;
    if (refused) turn.refused.push(`${name} ${JSON.stringify(input)}: ${text}`);
    return text;
  }

  function remember(words: string, made: readonly ModelMessage[], reply: string): void {
    history.push({ role: "user", content: words }, ...made);
    if (reply !== "") history.push({ role: "assistant", content: reply });
  }

  function putRight(words: string, plan: Plan, reply: string, restoredFrom: number | null): void {
    revisions.cutAfter(turns.before.revision);
    history.splice(turns.before.messages);
    revisions.hear(words);
    const changes = plan !== revisions.current()?.plan;
    if (changes) revisions.push(plan, reply, restoredFrom);
    remember(words, [], reply);
    turns = { ...turns, last: `${words}\n${reply}`, changedLast: changes };
  }

  function stateNow(): PlanningState {
    const now = revisions.current();
    return {
      agent: makeAgentRow(),
      tools: tools.filter((tool) => tool.policy !== "off"),
      offTools: tools.filter((tool) => tool.policy === "off"),
      agentSlugs,
      secretNames: [],
      now: new Date("2026-12-01T09:00:00Z"),
      timezone: "Europe/Berlin",
      schedules: [],
      webhooks: [],
      failedRun: null,
      current: now ? { revision: now.revision, messageId: "message-1", plan: now.plan, issues: [] } : null,
      takesBack: null,
      revisions: revisions.kept,
      restore: revisions.restorable(),
      previous: revisions.kept.at(-2) ?? null,
      saved: null,
      lastRuns: [],
      retiredIds: revisions.retiredIds(),
      removed: revisions.removed(),
    };
  }

  const planAt = (revision: number) => revisions.kept[revision - 1]?.plan ?? null;
  return { say, putRight, planAt, plan: () => revisions.current()?.plan ?? null };
}

function callMessages(id: string, name: string, input: unknown, text: string): ModelMessage[] {
  const call = { toolCallId: id, toolName: name };
  const value = text.slice(0, MAX_TOOL_RESULT);
  return [
    { role: "assistant", content: [{ type: "tool-call", ...call, input }] },
    { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "text", value } }] },
  ];
}
