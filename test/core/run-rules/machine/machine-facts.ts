import fc from "fast-check";
import type { AttemptResult } from "#server/core/attempt.ts";
import { itemAt } from "#server/core/item-at.ts";
import type { Reservation } from "#server/core/run.ts";
import type { Fact, OutcomeFact } from "#server/core/run-rules/fact.ts";
import { type RunState, type StepState, newStepState } from "#server/core/run-rules/run-state.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { asks, done, fails } from "#test/core/run-rules/results.ts";

/** Something that may happen to a run; what exactly depends on where the run stands then. */
export type DrawnFact = { type: (typeof TYPES)[number]; pick: number; variant: number };

const TYPES = [
  "outcome",
  "late outcome",
  "tool-called",
  "interrupted",
  "approval-decided",
  "approval-expired",
  "outcome-resolved",
  "budget-raised",
  "budget-given-up",
  "canceled",
] as const;
const WEIGHTS = [40, 6, 4, 10, 25, 14, 10, 4, 2, 1];
const USED = { ...NO_USAGE, inputTokens: 9_000, toolCalls: 1 };

const RESULTS: readonly AttemptResult[] = [
  done(1),
  { ...done(2), usage: USED },
  fails("No.", "now"),
  fails("No.", "now"),
  fails("Later.", "temporary"),
  fails("Later.", "temporary"),
  fails("Never.", "not_retryable"),
  asks({ to: "x" }),
  asks({ to: "x" }),
  asks({ to: "y" }),
  { type: "outcome_unknown", input: null, error: { message: "Lost." }, usage: NO_USAGE },
  { type: "precondition_unmet", observation: 1, usage: NO_USAGE },
  { type: "check_unmet", input: null, observation: 0, usage: NO_USAGE },
  short(null),
  short({ tokens: 12_000, costUsd: null }),
  child(null),
  child(1_010_000),
];

function short(needed: Reservation | null): AttemptResult {
  return { type: "over_budget", input: null, error: { message: "Short." }, needed, usage: USED };
}

function child(dueAt: number | null): AttemptResult {
  return { type: "child_started", agent: "other", childRunId: "run_2", input: null, dueAt, usage: NO_USAGE };
}

export const drawnFact: fc.Arbitrary<DrawnFact> = fc.record({
  type: fc.oneof(
    ...TYPES.map((type, place) => ({ arbitrary: fc.constant(type), weight: WEIGHTS[place] ?? 1 })),
  ),
  pick: fc.nat(99),
  variant: fc.nat(99),
});

/** The fact as it can happen in this state; null when it cannot. */
export function factIn(state: RunState, drawn: DrawnFact, approvalId: string): Fact | null {
  const { type, variant } = drawn;
  switch (type) {
    case "canceled":
    case "budget-given-up":
      return { type, by: "Ada" };
    case "budget-raised":
      return { type, raise: { toolCalls: variant % 9, tokens: variant * 500 }, by: "Ada" };
    case "approval-decided":
    case "approval-expired":
      return approvalFact(state, { ...drawn, type });
    default:
      return stepFact(state, { ...drawn, type }, approvalId);
  }
}

type ApprovalType = "approval-decided" | "approval-expired";
type StepType = Exclude<DrawnFact["type"], ApprovalType | "canceled" | "budget-given-up" | "budget-raised">;

function approvalFact(
  { approvals }: RunState,
  { type, pick, variant }: DrawnFact & { type: ApprovalType },
): Fact | null {
  if (approvals.length === 0) return null;
  const { approvalId } = itemAt(approvals, pick % approvals.length);
  if (type === "approval-expired") return { type, approvalId };
  return {
    type,
    approvalId,
    decision: variant % 3 === 0 ? "reject" : "approve",
    note: variant % 2 === 0 ? "No." : null,
    editedInput: variant % 5 === 1 ? { to: "y" } : null,
    decidedBy: `person ${variant}`,
  };
}

function stepFact(
  state: RunState,
  { type, pick, variant }: DrawnFact & { type: StepType },
  approvalId: string,
): Fact | null {
  const stepId = pickedStep(state, pick, (step) => type !== "outcome" || step.status === "running");
  if (stepId === null) return null;
  const { claim, leaseOwner } = state.steps.get(stepId) ?? newStepState();
  const fence = { stepId, claim, worker: leaseOwner ?? "gone" };
  const result = itemAt(RESULTS, variant % RESULTS.length);
  const rest = { result, isRepeatable: variant % 2 === 0, jitter: 0.5, approvalId };
  switch (type) {
    case "outcome":
      return { type, ...fence, ...rest };
    case "late outcome":
      return { type: "outcome", ...late(fence, variant), ...rest };
    case "tool-called":
      return { type, ...fence, tool: "send", input: null };
    case "interrupted": {
      const cause = variant % 2 === 0 ? "handed-back" : "lease-expired";
      const of = variant % 7 === 0 ? claim - 1 : claim;
      return { type, stepId, claim: of, cause, mayHaveActed: variant % 5 === 0 };
    }
    case "outcome-resolved": {
      const outcome = itemAt(["happened", "did_not_happen", "fail"] as const, variant % 3);
      return { type, stepId, outcome, note: null, output: 1, by: "Ada" };
    }
  }
}

function pickedStep(state: RunState, pick: number, isWanted: (step: StepState) => boolean): string | null {
  const ids = [...state.steps].filter(([, step]) => isWanted(step)).map(([id]) => id);
  return ids.length === 0 ? null : itemAt(ids, pick % ids.length);
}

type Fence = Pick<OutcomeFact, "stepId" | "claim" | "worker">;

// From another worker, or of the try before.
function late(fence: Fence, variant: number): Fence {
  return variant % 2 === 0 ? { ...fence, worker: "other" } : { ...fence, claim: fence.claim - 1 };
}
