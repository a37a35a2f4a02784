import type { Budget, Step } from "#server/core/plan.ts";
import type { StepState } from "./run-state.ts";

export type Limit = keyof Budget;
export type Amounts = Record<Limit, number>;

/** How many tools one try of the step can call at most: its own, and that of its precondition. */
export function mostToolCalls({ tool, precondition }: Pick<Step, "tool" | "precondition">): number {
  return (tool === undefined ? 0 : 1) + (precondition === undefined ? 0 : 1);
}

type CountedStep = {
  step: Pick<Step, "tool" | "precondition">;
  state: Pick<StepState, "status" | "leaseOwner" | "usage" | "reserved">;
};

/** What a run has used of its budget, and what its running tries hold back and have not reported yet. */
export function budgetUse(
  steps: readonly CountedStep[],
  { approvals, seconds }: { approvals: number; seconds: number },
): { used: Amounts; held: Amounts } {
  const used: Amounts = { toolCalls: 0, tokens: 0, costUsd: 0, wallSeconds: seconds, approvals };
  const held: Amounts = { toolCalls: 0, tokens: 0, costUsd: 0, wallSeconds: 0, approvals: 0 };
  for (const { step, state } of steps) {
    const { usage, reserved } = state;
    used.toolCalls += (usage?.toolCalls ?? 0) + (usage?.assumed?.toolCalls ?? 0);
    used.tokens += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0) + (usage?.assumed?.tokens ?? 0);
    used.costUsd += (usage?.costUsd ?? 0) + (usage?.assumed?.costUsd ?? 0);
    // A step that waits for the run of another agent has no owner, and its own try is over.
    if (state.status !== "running" || state.leaseOwner === null) continue;
    held.toolCalls += mostToolCalls(step);
    held.tokens += reserved?.tokens ?? 0;
    held.costUsd += reserved?.costUsd ?? 0;
  }
  return { used, held };
}
