import type { AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { type Decision, decide } from "#server/core/run-rules/decide.ts";
import type { Fact, OutcomeFact } from "#server/core/run-rules/fact.ts";
import { type LogEntry, applyChange } from "#server/core/run-rules/run-change.ts";
import { prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import { type RunState, type StepState, newStepState } from "#server/core/run-rules/run-state.ts";

export const WORKER = "w1";

/** A run in memory: facts go in, and what was decided is kept as the database would keep it. */
export function openRun(
  plan: Plan,
  input: Json | null = null,
  reused: ReadonlyMap<string, StepState> = new Map(),
) {
  const prepared = prepareRunPlan(plan);
  const log: LogEntry[] = [];
  let now = 1_000_000;
  let approvals = 0;
  let state: RunState = {
    runId: "run_1",
    agentId: "agt_1",
    budget: null,
    snapshotId: "snap_1",
    model: null,
    tools: { granted: null, stricter: {} },
    version: 0,
    seq: 1,
    status: "queued",
    parentRunId: null,
    input,
    startedAt: null,
    endedAt: null,
    steps: new Map(plan.steps.map(({ id }) => [id, reused.get(id) ?? newStepState()])),
    approvals: [],
    corrections: new Map(),
    endedChildren: new Map(),
  };

  function look(facts: Fact[] = [], slots = 100): Decision {
    const decision = decide(prepared, state, { facts, now, worker: WORKER, slots });
    if (decision.change) {
      state = applyChange(state, decision.change);
      log.push(...decision.change.log);
    }
    return decision;
  }

  function outcome(stepId: string, result: AttemptResult, over: Partial<OutcomeFact> = {}): OutcomeFact {
    approvals += 1;
    return {
      type: "outcome",
      stepId,
      claim: state.steps.get(stepId)?.claim ?? 0,
      worker: WORKER,
      result,
      isRepeatable: true,
      jitter: 0.5,
      approvalId: `apv_${approvals}`,
      ...over,
    };
  }

  return {
    look,
    outcome,
    /** Settles the running try of a step. */
    settle: (stepId: string, result: AttemptResult, over: Partial<OutcomeFact> = {}) =>
      look([outcome(stepId, result, over)]),
    wait: (ms: number) => {
      now += ms;
      return look();
    },
    /** Time passes, and nobody looks. */
    pass: (ms: number) => {
      now += ms;
    },
    state: () => state,
    step: (stepId: string) => state.steps.get(stepId) ?? newStepState(),
    standing: () =>
      Object.fromEntries(
        [...state.steps].map(([id, step]) => [
          id,
          step.reason ? `${step.status}/${step.reason}` : step.status,
        ]),
      ),
    running: () => [...state.steps].filter(([, step]) => step.status === "running").map(([id]) => id),
    types: () => log.map((entry) => entry.type),
    log: () => log,
    now: () => now,
  };
}
