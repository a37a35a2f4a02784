import type { Json, JsonObject } from "#server/core/json.ts";
import type { Budget } from "#server/core/plan.ts";
import type {
  AttemptStatus,
  Correction,
  RunError,
  RunEventType,
  RunStatus,
  Usage,
} from "#server/core/run.ts";
import type { ApprovalState, RunState, StepState } from "./run-state.ts";

/** A row of the attempts; what is absent keeps the value that it has. */
export type AttemptChange = {
  stepId: string;
  claim: number;
  attempt: number;
  status: AttemptStatus;
  worker: string | null;
  startedAt: number;
  endedAt: number | null;
  input?: Json | null;
  output?: Json | null;
  error?: RunError | null;
  correction?: Correction | null;
  usage?: Usage | null;
};

export type LogEntry = {
  type: RunEventType;
  stepId: string | null;
  attempt: number | null;
  worker: string | null;
  data: JsonObject;
};

/** Everything that one decision writes: on `version` of the run, or not at all. */
export type RunChange = {
  runId: string;
  version: number;
  seq: number;
  status: RunStatus;
  startedAt: number | null;
  endedAt: number | null;
  usage: Usage | null;
  agentId: string;
  budget: Budget | null;
  steps: ReadonlyMap<string, StepState>;
  attempts: readonly AttemptChange[];
  approvals: readonly ApprovalState[];
  corrections: ReadonlyMap<string, readonly Correction[]>;
  log: readonly LogEntry[];
};

/** The run after the change was written. */
export function applyChange(state: RunState, change: RunChange): RunState {
  const changed = new Map(change.approvals.map((approval) => [approval.approvalId, approval]));
  const known = new Set(state.approvals.map((approval) => approval.approvalId));
  return {
    ...state,
    version: change.version + 1,
    seq: change.seq + change.log.length,
    status: change.status,
    startedAt: change.startedAt,
    endedAt: change.endedAt,
    budget: change.budget,
    steps: change.steps.size === 0 ? state.steps : new Map([...state.steps, ...change.steps]),
    approvals:
      changed.size === 0
        ? state.approvals
        : [
            ...state.approvals.map((approval) => changed.get(approval.approvalId) ?? approval),
            ...change.approvals.filter((approval) => !known.has(approval.approvalId)),
          ],
    corrections:
      change.corrections.size === 0
        ? state.corrections
        : new Map([...state.corrections, ...change.corrections]),
  };
}
