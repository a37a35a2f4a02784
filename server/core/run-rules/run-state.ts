import type { Json } from "#server/core/json.ts";
import type { Budget } from "#server/core/plan.ts";
import type {
  ApprovalStatus,
  Correction,
  Reservation,
  RunError,
  RunStatus,
  Signature,
  StepReason,
  StepStatus,
  Usage,
} from "#server/core/run.ts";
import type { AgentTools } from "#server/core/tool.ts";

// Times are milliseconds of the database's clock.

/** Where one step of a run stands. */
export type StepState = {
  status: StepStatus;
  reason: StepReason | null;
  causeStepId: string | null;
  /** Tries that count, the running one included: waiting and interruptions give theirs back. */
  attempt: number;
  /** Moves with every claim: with status and owner, the fence that a result has to pass. */
  claim: number;
  interruptions: number;
  /**
   * Set before a tool is called that may not be called twice; cleared by the next claim. Of a canceled
   * step: whether nobody knows what its call did.
   */
  hasActed: boolean;
  leaseOwner: string | null;
  leaseUntil: number | null;
  dueAt: number | null;
  input: Json | null;
  output: Json | null;
  error: RunError | null;
  usage: Usage | null;
  /** Held back from the run's budget while the step is tried. */
  reserved: Reservation | null;
  /** The run of another agent that does this step's work. */
  childRunId: string | null;
  /** Set by the first dispatch and kept: a step with a start has been dispatched. */
  startedAt: number | null;
  endedAt: number | null;
};

export type ApprovalState = {
  approvalId: string;
  stepId: string;
  attempt: number;
  status: ApprovalStatus;
  /** How many people have to agree. */
  approvers: number;
  /** Those who agreed to exactly this input so far. */
  signatures: readonly Signature[];
  input: Json;
  editedInput: Json | null;
  reason: string | null;
  note: string | null;
  decidedBy: string | null;
  createdAt: number;
  expiresAt: number | null;
  decidedAt: number | null;
};

/** One version of a run, as read in one statement. */
export type RunState = {
  runId: string;
  agentId: string;
  snapshotId: string;
  /** The agent's model setting; null for the default. */
  model: string | null;
  /** What the agent may use now, whatever it could when the plan was saved. */
  tools: AgentTools;
  version: number;
  seq: number;
  status: RunStatus;
  /** The run that waits for this one, when another agent's step started it. */
  parentRunId: string | null;
  input: Json | null;
  /** Limits that a person set over those of the plan's budget. */
  budget: Budget | null;
  startedAt: number | null;
  endedAt: number | null;
  steps: ReadonlyMap<string, StepState>;
  approvals: readonly ApprovalState[];
  /** One per failed try, oldest first, by step. */
  corrections: ReadonlyMap<string, readonly Correction[]>;
  /** How the runs ended that running steps of this one wait for, by id; those that go on are left out. */
  endedChildren: ReadonlyMap<string, RunStatus>;
};

export function newStepState(): StepState {
  return {
    status: "pending",
    reason: null,
    causeStepId: null,
    attempt: 0,
    claim: 0,
    interruptions: 0,
    hasActed: false,
    leaseOwner: null,
    leaseUntil: null,
    dueAt: null,
    input: null,
    output: null,
    error: null,
    usage: null,
    reserved: null,
    childRunId: null,
    startedAt: null,
    endedAt: null,
  };
}

export function isSettled(step: StepState): boolean {
  return step.status === "completed" || step.status === "failed" || step.status === "skipped";
}

/** Whether the run of another agent does the step's work: no worker holds it meanwhile. */
export function awaitsChild(step: StepState): boolean {
  return step.status === "running" && step.leaseOwner === null && step.childRunId !== null;
}

/** The approval that covers the step's next try: a person agreed to exactly this input. */
export function approvedFor(
  approvals: readonly ApprovalState[],
  stepId: string,
  attempt: number,
): ApprovalState | undefined {
  return approvals.find(
    (approval) =>
      approval.stepId === stepId && approval.attempt === attempt && approval.status === "approved",
  );
}
