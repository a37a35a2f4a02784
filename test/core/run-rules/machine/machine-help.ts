import type { Fact } from "#server/core/run-rules/fact.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { done } from "#test/core/run-rules/results.ts";

/** What brings a run forward: every try succeeds, people agree, and give up where the budget is used up. */
export function helpfulFacts(state: RunState): Fact[] {
  const facts: Fact[] = [...state.steps].flatMap(([stepId, step]): Fact[] => {
    if (step.status === "running" && step.leaseOwner !== null)
      return [success(stepId, step.claim, step.leaseOwner)];
    if (step.reason !== "outcome_unknown") return [];
    return [{ type: "outcome-resolved", stepId, outcome: "happened", note: null, output: 1, by: "Ada" }];
  });
  for (const { approvalId, status } of state.approvals)
    if (status === "pending") facts.push(agreement(approvalId, "Ada"), agreement(approvalId, "Bob"));
  if (facts.length === 0 && [...state.steps.values()].some(({ reason }) => reason === "budget"))
    facts.push({ type: "budget-given-up", by: "Ada" });
  return facts;
}

function success(stepId: string, claim: number, worker: string): Fact {
  const rest = { isRepeatable: true, jitter: 0.5, approvalId: "" };
  return { type: "outcome", stepId, claim, worker, result: done(1), ...rest };
}

function agreement(approvalId: string, decidedBy: string): Fact {
  return {
    type: "approval-decided",
    approvalId,
    decision: "approve",
    note: null,
    editedInput: null,
    decidedBy,
  };
}
