import type { Plan } from "#server/core/plan.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { claimsChange } from "#server/agent/claims.ts";
import type { BriefCase, EditCase } from "./case-schema.ts";
import { checkBrief } from "./check-brief.ts";
import { checkEdit, collateralEdits } from "./check-edit.ts";
import type { OpenSession, Turn } from "./session.ts";
import type { Fault } from "./verdict.ts";

export type Outcome = {
  id: string;
  group: "edits" | "briefs" | "conversations";
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
  const session = open(record.id, start, { judgedFrom: record.before.length + 1 });
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
    fault: checkEdit(base, { plan, reply: turn.reply, changed: turn.changed }, expect),
    collateral: turn.changed ? collateralEdits(start, before, plan, expect) : [],
    invented: !turn.changed && claimsChange(turn.reply),
    unasked: turn.changed && expect.type !== "edit",
    stepCount: before.steps.length,
    turn,
  };
}

export async function runBriefCase(
  open: OpenSession,
  record: BriefCase,
  tools: readonly ToolDefinition[],
): Promise<Outcome> {
  const session = open(record.id, null, { tools });
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
    fault: checkBrief({ plan: session.plan(), reply: turn.reply, triggers }, record.expect),
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
    steps: plan.steps.map(({ approval, ...step }) => ({
      ...step,
      kind: "reasoning",
      ...(approval ? { approval: {} } : {}),
    })),
  };
}
