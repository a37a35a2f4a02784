import type { Json } from "#server/core/json.ts";
import { counted } from "#server/core/counted.ts";
import type { Budget } from "#server/core/plan.ts";
import type { Reservation } from "#server/core/run.ts";
import { type Amounts, budgetUse, type Limit } from "./budget-use.ts";
import { type Draft, note, setStep, startOf, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";

/** The run's limits: those of its plan, and over them those that a person raised. */
export function limitsOf(draft: Draft): Budget {
  return { ...draft.plan.plan.budget, ...draft.budget };
}

/** What the run has used and holds back at this point of the decision. Approvals are counted where they are asked. */
export function standingUse(draft: Draft): { used: Amounts; held: Amounts } {
  const seconds = (draft.now - (draft.state.startedAt ?? draft.now)) / 1_000;
  const steps = draft.plan.order.map((stepId) => ({
    step: planStep(draft.plan, stepId),
    state: stepOf(draft, stepId),
  }));
  return budgetUse(steps, { approvals: 0, seconds });
}

const NOUNS: Record<Exclude<Limit, "costUsd">, string> = {
  toolCalls: "tool call",
  tokens: "token",
  wallSeconds: "second",
  approvals: "approval",
};

/** `10 tool calls`, `$2.5`. */
function amountText(limit: Limit, amount: number): string {
  return limit === "costUsd" ? dollars(amount) : counted(amount, NOUNS[limit]);
}

/** `10`, `$2.5`. */
function figure(limit: Limit, amount: number): string {
  return limit === "costUsd" ? dollars(amount) : `${amount}`;
}

function dollars(amount: number): string {
  return `$${Number(amount.toPrecision(3))}`;
}

export function usedUp(limit: Limit, amount: number): string {
  return `The run's budget of ${amountText(limit, amount)} is used up.`;
}

export function tooLittle(
  limit: Limit,
  { most, left, needed }: { most: number; left: number; needed: number },
): string {
  if (left <= 0) return usedUp(limit, most);
  return `The run has ${figure(limit, left)} of its ${amountText(limit, most)} left, and a try of this step may need ${figure(limit, needed)}.`;
}

/** The step waits for more budget; a try that is under way is given back. */
export function pauseForBudget(
  draft: Draft,
  stepId: string,
  message: string,
  { input, needed = null }: { input?: Json | undefined; needed?: Reservation | null } = {},
): void {
  const step = stepOf(draft, stepId);
  const error = { message };
  note(draft, "step-paused", stepId, { reason: "budget", error, input, needed: needed ?? undefined });
  setStep(draft, stepId, {
    status: "paused",
    reason: "budget",
    attempt: step.status === "running" ? step.attempt - 1 : step.attempt,
    leaseOwner: null,
    leaseUntil: null,
    dueAt: null,
    reserved: needed,
    startedAt: startOf(draft, stepId),
    error,
  });
}

/**
 * What the next try of a step that was given too little has to be given. As long as the run has so much,
 * it is clearly more than this time, so that tries which come short again and again soon end.
 */
export function nextNeed(draft: Draft, given: Reservation | null, needed: Reservation): Reservation {
  const { used } = standingUse(draft);
  const limits = limitsOf(draft);
  const next = (limit: "tokens" | "costUsd"): number | null => {
    const [most, had, need] = [limits[limit], given?.[limit] ?? 0, needed[limit]];
    if (most === undefined || need === null) return null;
    const left = most - used[limit];
    return need > left ? need : Math.min(left, Math.max(need, Math.ceil(had * 1.5)));
  };
  return { tokens: next("tokens"), costUsd: next("costUsd") };
}
