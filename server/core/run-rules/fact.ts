import type { AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { Budget } from "#server/core/plan.ts";

/** Names one try: with its owner, the fence that everything about it has to pass. */
type Claim = { stepId: string; claim: number; worker: string };

export type OutcomeFact = Claim & {
  type: "outcome";
  result: AttemptResult;
  /** Whether the step may be tried again although this try acted. */
  isRepeatable: boolean;
  /** From 0 to 1. */
  jitter: number;
  /** The id of the approval that this outcome asks for; empty when it asks for none. */
  approvalId: string;
};

export type DecisionFact = {
  type: "approval-decided";
  approvalId: string;
  decision: "approve" | "reject";
  note: string | null;
  editedInput: Json | null;
  decidedBy: string;
  /** Who started the run; left out while that is not known. */
  requestedBy?: string | null;
};

export type ResolutionFact = {
  type: "outcome-resolved";
  stepId: string;
  outcome: "happened" | "did_not_happen" | "fail";
  note: string | null;
  output: Json;
  by: string;
};

export type InterruptionFact = {
  type: "interrupted";
  stepId: string;
  claim: number;
  /** A stopping worker hands its steps back; a lease runs out when its worker died or stalled. */
  cause: "handed-back" | "lease-expired";
  mayHaveActed: boolean;
  /** The try was given back before it began, so that it used nothing. */
  isUntried?: true;
};

/** A person's answer to a used-up budget: higher limits, or that there will be none. */
export type BudgetFact =
  | { type: "budget-raised"; raise: Budget; by: string }
  | { type: "budget-given-up"; by: string };

/** Something that happened to a run and that no one has decided on yet. */
export type Fact =
  | OutcomeFact
  | (Claim & { type: "tool-called"; tool: string; input: Json })
  | InterruptionFact
  | DecisionFact
  | { type: "approval-expired"; approvalId: string }
  | ResolutionFact
  | BudgetFact
  | { type: "canceled"; by: string };
