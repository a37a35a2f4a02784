import type { JSONObject } from "@ai-sdk/provider";
import type { Plan } from "#server/core/plan.ts";
import { type IssueLine, issueLines } from "#server/agent/issue-lines.ts";
import type { PlanContextRequest } from "#server/agent/plan-context.ts";
import type { PlanningState } from "#server/services/read-planning-state.ts";
import { type ToolFact, toolFact } from "./tools/tool-facts.ts";

/** Under this name the facts travel with the last message of a prompt; other providers leave them unread. */
export const FACTS_OF = "builtin";

/** How things stand, as data: what the plan context says in words to the other models. */
export type PlanningFacts = {
  tools: string[];
  toolFacts: ToolFact[];
  agents: string[];
  /** An ISO time. */
  now: string;
  timezone: string;
  schedules: PlanningState["schedules"];
  webhooks: PlanningState["webhooks"];
  failedRun: PlanningState["failedRun"];
  revisions: { revision: number; words: string }[];
  undo: readonly number[];
  redo: readonly number[];
  current: { revision: number; plan: Plan } | null;
  /** The plan before the last change, while that change is the answer to the message before. */
  before: { revision: number; plan: Plan } | null;
  seen: { revision: number; plan: Plan } | null;
  retiredIds: string[];
  issues: IssueLine[];
};

export function planningFacts({ state, changedLast, seen }: Omit<PlanContextRequest, "lastTurn" | "words">) {
  const { current, previous } = state;
  const facts: PlanningFacts = {
    tools: state.tools.map((tool) => tool.name),
    toolFacts: [...state.tools, ...state.offTools].map(toolFact),
    agents: state.agentSlugs,
    now: state.now.toISOString(),
    timezone: state.timezone,
    schedules: state.schedules,
    webhooks: state.webhooks,
    failedRun: state.failedRun,
    revisions: state.revisions.map(({ revision, changeDescription }) => ({
      revision,
      words: changeDescription,
    })),
    undo: state.restore.undo,
    redo: state.restore.redo,
    current: current && { revision: current.revision, plan: current.plan },
    before: changedLast ? previous : null,
    seen,
    retiredIds: state.retiredIds,
    issues: issueLines(current?.issues ?? []),
  };
  return optionsWith(facts);
}

/** The facts as options of a message. */
export function optionsWith(facts: PlanningFacts) {
  // A plan is JSON, but its type does not say so.
  return { [FACTS_OF]: facts as unknown as JSONObject };
}
