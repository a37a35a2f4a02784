import type { Plan } from "#server/core/plan.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { claimsChange } from "#server/agent/claims.ts";
import type { BriefCase, EditCase } from "./case-schema.ts";
import { checkBrief } from "./check-brief.ts";
import { checkEdit } from "./check-edit.ts";
import { checkTool, toolCollateral } from "./check-tool.ts";
import { collateralEdits } from "./edit-collateral.ts";
import type { OpenSession, Turn } from "./session.ts";
import type { ToolCase } from "./tool-case.ts";
import { type Fault, wordsFault } from "./verdict.ts";

export type Outcome = {
  id: string;
  group: "edits" | "tools" | "briefs" | "conversations";
  category: string;
  said: string;
  fault: Fault;
  collateral: string[];
  /** A reply that claims a change in a turn without one. */
  invented: boolean;
  /** A change where words alone were right. */
  unasked: boolean;
  /** How long the plan was that the message was about. */
  stepCount: number;
  turn: Turn;
};

export async function runEditCase(open: OpenSession, record: EditCase): Promise<Outcome> {
  const start = planOf(record);
  const session = await open(record.id, start, { judgedFrom: record.before.length + 1 });
  for (const words of record.before) await session.say(words);
  const before = session.plan() ?? start;
  const turn = await session.say(record.utterance);
  const plan = session.plan() ?? start;
  const { expect, id, category } = record;
  const base = expect.type === "edit" ? start : before;
  return {
    id,
    group: "edits",
    category,
    said: [...record.before.map((words) => `«${words}»`), record.utterance].join(" "),
    fault: turn.failure ?? checkEdit(base, { plan, reply: told(turn), changed: turn.changed }, expect),
    collateral: turn.changed ? collateralEdits(start, before, plan, expect) : [],
    invented: !turn.changed && claimsChange(turn.reply),
    unasked: turn.changed && expect.type !== "edit",
    stepCount: before.steps.length,
    turn,
  };
}

export async function runToolCase(
  open: OpenSession,
  record: ToolCase,
  tools: readonly ToolDefinition[],
): Promise<Outcome> {
  const { id, category, plan: start, expect } = record;
  const session = await open(id, start, { tools, judgedFrom: record.before.length + 1 });
  for (const words of record.before) await session.say(words);
  const before = session.plan() ?? start;
  const turn = await session.say(record.say);
  const plan = session.plan() ?? start;
  const outcomes = expect.type === "edit" ? expect.outcomes : [];
  return {
    id,
    group: "tools",
    category: `tool: ${category}`,
    said: [...record.before.map((words) => `«${words}»`), record.say].join(" "),
    fault: turn.failure ?? toolFault(record, plan, turn),
    collateral: turn.changed ? toolCollateral(outcomes, start, before, plan) : [],
    invented: !turn.changed && claimsChange(turn.reply),
    unasked: turn.changed && expect.type !== "edit",
    stepCount: before.steps.length,
    turn,
  };
}

function toolFault({ plan: start, expect }: ToolCase, plan: Plan, turn: Turn): Fault {
  if (expect.type !== "edit")
    return turn.changed
      ? "the plan changed but had to stay as it was"
      : wordsFault(expect.type, expect.mentions, turn);
  if (!turn.changed) return "nothing changed";
  const faults = expect.outcomes.map((outcome) => checkTool(start, outcome, plan));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

function told({ reply, notices }: Turn): string {
  return [reply, ...notices].join("\n").trim();
}

export async function runBriefCase(
  open: OpenSession,
  record: BriefCase,
  tools: readonly ToolDefinition[],
): Promise<Outcome> {
  const session = await open(record.id, null, { tools });
  const turn = await session.say(record.brief);
  const triggers = turn.called
    .filter((call) => /^set_/.test(call.name))
    .map((call) => JSON.stringify(call.input))
    .join(" ");
  const { id, category } = record;
  return {
    id,
    group: "briefs",
    category: `brief: ${category}`,
    said: record.brief,
    fault: turn.failure ?? checkBrief({ plan: session.plan(), reply: told(turn), triggers }, record.expect),
    collateral: [],
    invented: !turn.changed && claimsChange(turn.reply),
    unasked: turn.changed && record.expect.type === "ask",
    stepCount: 0,
    turn,
  };
}

function planOf({ plan, planName }: EditCase): Plan {
  return {
    title: planName,
    objective: planName,
    assumptions: [],
    completionCriteria: "",
    tags: [],
    steps: plan.steps.map(({ approval, n: _number, ...step }) => ({
      ...step,
      kind: "reasoning",
      ...(approval ? { approval: {} } : {}),
    })),
  };
}
