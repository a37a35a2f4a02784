import { planContext } from "#server/agent/plan-context.ts";
import type { Plan } from "#server/core/plan.ts";
import type { PlanningState } from "#server/services/read-planning-state.ts";

/** How things stand for a plan at revision 2; `over` replaces what the test is about. */
export function makeState(plan: Plan | null, over: Partial<PlanningState> = {}): PlanningState {
  const now = new Date("2030-01-01T00:00:00Z");
  return {
    agent: {
      id: "agent_1",
      slug: "reports",
      name: "Reports",
      model: null,
      tools: null,
      toolPolicies: {},
      status: "active",
      snapshotId: null,
      createdAt: now,
      updatedAt: now,
    },
    tools: [],
    offTools: [],
    agentSlugs: [],
    secretNames: [],
    now,
    timezone: "Europe/Berlin",
    schedules: [],
    webhooks: [],
    current: plan && { revision: 2, messageId: "m2", plan, issues: [] },
    takesBack: null,
    revisions: [
      { revision: 1, changeDescription: "First plan" },
      { revision: 2, changeDescription: "Removed Check" },
    ],
    restore: { undo: [1], redo: [] },
    previous: null,
    retiredIds: [],
    removed: [],
    saved: null,
    lastRuns: [],
    failedRun: null,
    ...over,
  };
}

export function contextOf(
  state: PlanningState,
  over: Partial<Parameters<typeof planContext>[0]> = {},
): string {
  return planContext({ state, words: "Hello", changedLast: false, seen: null, lastTurn: "", ...over });
}
