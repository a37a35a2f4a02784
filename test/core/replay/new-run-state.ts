import type { Json } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { type RunState, newStepState } from "#server/core/run-rules/run-state.ts";

/** A queued run of the plan of which only its first event is written. */
export function newRunState(plan: Plan, input: Json): RunState {
  return {
    runId: "run_1",
    agentId: "agt_1",
    parentRunId: null,
    budget: null,
    snapshotId: "snap_1",
    model: null,
    tools: { granted: null, stricter: {} },
    version: 0,
    seq: 1,
    status: "queued",
    input,
    startedAt: null,
    endedAt: null,
    steps: new Map(plan.steps.map(({ id }) => [id, newStepState()])),
    approvals: [],
    corrections: new Map(),
    endedChildren: new Map(),
  };
}
