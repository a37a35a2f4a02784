import type { RunStepView, RunView } from "#server/core/views.ts";

/** That many seconds into the first noon of 2026. */
export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

export function makeRunStep(stepId: string, over: Partial<RunStepView> = {}): RunStepView {
  return {
    stepId,
    number: 1,
    title: stepId,
    kind: "tool",
    dependsOn: [],
    status: "pending",
    reason: null,
    causeStepId: null,
    attempts: [],
    maxAttempts: 3,
    input: null,
    output: null,
    error: null,
    usage: null,
    approval: null,
    childRunId: null,
    dueAt: null,
    startedAt: null,
    endedAt: null,
    ...over,
  };
}

export function makeRun(steps: RunStepView[], over: Partial<RunView> = {}): RunView {
  return {
    runId: "run_1",
    agentId: "agent_1",
    agentName: "Test",
    snapshotId: "snap_1",
    snapshotVersion: 1,
    status: "running",
    trigger: { type: "manual" },
    stepCounts: {},
    pause: null,
    uncertainSteps: [],
    createdAt: at(0),
    startedAt: at(0),
    endedAt: null,
    input: null,
    reuseFrom: null,
    continuedBy: null,
    steps,
    report: null,
    usage: null,
    budget: null,
    seq: 1,
    ...over,
  };
}
