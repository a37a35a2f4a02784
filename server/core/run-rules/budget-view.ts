import { type Budget, budgetSchema, type Step } from "#server/core/plan.ts";
import type { RunBudget } from "#server/core/views.ts";
import { isPausedForBudget } from "./answer-budget.ts";
import { type Amounts, budgetUse, type Limit, mostToolCalls } from "./budget-use.ts";
import type { StepState } from "./run-state.ts";

type ViewedStep = {
  step: Pick<Step, "kind" | "tool" | "precondition">;
  state: Pick<StepState, "status" | "reason" | "leaseOwner" | "usage" | "reserved">;
};

/** How far the run has come in its budget, and what would let the steps go on that wait for more. */
export function viewBudget(
  limits: Budget,
  steps: readonly ViewedStep[],
  count: { approvals: number; seconds: number },
): RunBudget | null {
  if (budgetSchema.keyof().options.every((limit) => limits[limit] === undefined)) return null;
  const { used, held } = budgetUse(steps, count);
  const waiting = steps.filter(({ state }) => isPausedForBudget(state));
  return { limits, used, held, suggested: suggestedLimits(limits, used, waiting) };
}

/** For each limit that is in the way: twice of it, or more where that does not reach. */
function suggestedLimits(limits: Budget, used: Amounts, waiting: readonly ViewedStep[]): Budget {
  const needs = (limit: Limit): number[] => waiting.map(({ step, state }) => needOf(limit, step, state));
  const suggested: Budget = {};
  for (const limit of ["toolCalls", "tokens", "costUsd", "wallSeconds"] as const) {
    const most = limits[limit];
    if (most === undefined || !needs(limit).some((need) => need > most - used[limit])) continue;
    const all = needs(limit).reduce((total, need) => total + need, 0);
    suggested[limit] = rounded(limit, Math.max(2 * most, used[limit] + all));
  }
  const { approvals } = limits;
  const isAsked = waiting.length > 0 && Object.keys(suggested).length === 0;
  if (approvals !== undefined && isAsked && used.approvals >= approvals) {
    suggested.approvals = Math.max(2 * approvals, used.approvals + waiting.length);
  }
  return suggested;
}

/** How much of a limit the step has to find left. */
function needOf(limit: Limit, step: ViewedStep["step"], { reserved }: ViewedStep["state"]): number {
  switch (limit) {
    case "toolCalls":
      return mostToolCalls(step);
    case "tokens":
      return reserved?.tokens ?? (step.kind === "reasoning" ? 1 : 0);
    case "costUsd":
      return reserved?.costUsd ?? (step.kind === "reasoning" ? Number.MIN_VALUE : 0);
    default:
      return 1;
  }
}

/** Two digits that count for dollars, whole numbers for the rest. */
function rounded(limit: Limit, amount: number): number {
  if (limit !== "costUsd") return Math.ceil(amount);
  const up = Number(amount.toPrecision(2));
  return up >= amount ? up : Number((up + 10 ** (Math.floor(Math.log10(amount)) - 1)).toPrecision(2));
}
