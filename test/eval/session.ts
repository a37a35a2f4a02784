import type { LanguageModelV4, LanguageModelV4FunctionTool, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { diffSentences } from "#server/agent/diff-sentences.ts";
import { planContext } from "#server/agent/plan-context.ts";
import {
  editPlanInputSchema,
  proposePlanInputSchema,
  restoreRevisionInputSchema,
} from "#server/core/edit-schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import { applyEdits, buildPlan, type Edited } from "#server/core/plan-edits.ts";
import { restoreTargets } from "#server/core/revision.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { makeAgentRow } from "./agent-row.ts";

type Kept = { revision: number; plan: Plan; changeDescription: string; restoredFrom: number | null };
export type Turn = {
  reply: string;
  changed: boolean;
  refused: string[];
  called: { name: string; input: unknown }[];
};

const TOOL_NAMES = [
  "edit_plan",
  "propose_plan",
  "restore_revision",
  "save_plan",
  "set_schedule",
  "set_webhook",
  "start_run",
  "read_run",
];
const MAX_CALLS = 8;

/** A conversation about one plan without a database: the planner's own prompt, the product's own edits. */
export function openSession(
  planner: LanguageModelV4,
  start: Plan | null,
  tools: readonly ToolDefinition[] = [],
) {
  const kept: Kept[] =
    start === null ? [] : [{ revision: 1, plan: start, changeDescription: "First plan", restoredFrom: null }];
  const history: LanguageModelV4Prompt = [];
  let changedLast = false;

  async function say(words: string): Promise<Turn> {
    const turn: Turn = { reply: "", changed: false, refused: [], called: [] };
    const context = { role: "user" as const, content: [{ type: "text" as const, text: contextFor(words) }] };
    const since: LanguageModelV4Prompt = [];
    for (let call = 0; call < MAX_CALLS; call += 1) {
      const { content } = await planner.doGenerate({
        prompt: [...history, context, ...since],
        tools: TOOL_NAMES.map(offer),
      });
      const made = content.find((part) => part.type === "tool-call");
      turn.reply = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      if (!made) break;
      const input: unknown = JSON.parse(made.input);
      turn.called.push({ name: made.toolName, input });
      const text = answer(made.toolName, input, turn);
      const { toolCallId, toolName } = made;
      since.push({ role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input }] });
      since.push({
        role: "tool",
        content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value: text } }],
      });
    }
    history.push({ role: "user", content: [{ type: "text", text: words }] }, ...since);
    history.push({ role: "assistant", content: [{ type: "text", text: turn.reply }] });
    changedLast = turn.changed;
    return turn;
  }

  function answer(name: string, input: unknown, turn: Turn): string {
    if (name === "propose_plan")
      return keep(buildPlan(proposePlanInputSchema.parse(input)), name, null, turn, input);
    const now = kept.at(-1);
    if (!now) return "Refused, nothing was changed. There is no plan yet.";
    const revisions = Object.fromEntries(kept.map((item) => [item.revision, item.plan]));
    if (name === "edit_plan") {
      const { edits, baseRevision } = editPlanInputSchema.parse(input);
      if (baseRevision !== now.revision)
        throw new Error(`The base revision ${baseRevision} is not ${now.revision}`);
      return keep(applyEdits(now.plan, edits, { revisions }), name, null, turn, input);
    }
    if (name === "restore_revision") {
      const { revision } = restoreRevisionInputSchema.parse(input);
      return keep(
        applyEdits(now.plan, [{ op: "restore_revision", revision }], { revisions }),
        name,
        revision,
        turn,
        input,
      );
    }
    return name === "save_plan"
      ? `Saved revision ${now.revision} as version 1.`
      : `A card for the ${name} is shown. Nothing has happened yet.`;
  }

  function keep(
    result: Edited,
    name: string,
    restoredFrom: number | null,
    turn: Turn,
    input: unknown,
  ): string {
    if (!result.ok) {
      const message = result.error.map((issue) => issue.message).join(" ");
      turn.refused.push(`${name} ${JSON.stringify(input)}: ${message}`);
      return `Refused, nothing was changed. ${message}`;
    }
    const before = kept.at(-1)?.plan ?? null;
    const revision = kept.length + 1;
    const given = new Map(Object.entries(Object(input)));
    const changeDescription = String(given.get("changeDescription") ?? name);
    kept.push({ revision, plan: result.value.plan, changeDescription, restoredFrom });
    turn.changed = true;
    return [
      `r${revision}: ${changeDescription}`,
      ...diffSentences(diffPlans(before, result.value.plan)),
      ...result.value.notes.map((note) => `Note: ${note}`),
      `The plan has ${result.value.plan.steps.length} steps now.`,
      "Issues: none.",
    ].join("\n");
  }

  function retiredIds(): string[] {
    const now = new Set(kept.at(-1)?.plan.steps.map((step) => step.id));
    const ids = kept.flatMap((item) => item.plan.steps.map((step) => step.id));
    return [...new Set(ids)].filter((id) => !now.has(id));
  }

  function contextFor(words: string): string {
    const now = kept.at(-1);
    const previous = kept.at(-2);
    const links = kept.map((item) => ({ ...item, planKey: canonicalJson(item.plan) }));
    return planContext({
      state: {
        agent: makeAgentRow(),
        tools,
        agentSlugs: [],
        schedules: [],
        webhookCount: 0,
        current: now ? { revision: now.revision, messageId: "m", plan: now.plan, issues: [] } : null,
        revisions: kept,
        restore: restoreTargets(links),
        previous: previous ?? null,
        saved: null,
        lastRuns: [],
        retiredIds: retiredIds(),
      },
      words,
      changedLast,
      seen: null,
      lastTurn: "",
    });
  }

  return { say, plan: () => kept.at(-1)?.plan ?? null };
}

function offer(name: string): LanguageModelV4FunctionTool {
  return { type: "function", name, inputSchema: { type: "object" } };
}
