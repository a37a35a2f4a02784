import { budgetSchema } from "#server/core/plan.ts";
import type { Json } from "#server/core/json.ts";
import { limitsOf } from "./budget.ts";
import { type Draft, note, setStep, stepOf } from "./draft.ts";
import type { BudgetFact } from "./fact.ts";
import { isSettled, type StepState } from "./run-state.ts";
import { failStep } from "./settle.ts";
import { cleanText } from "./storable.ts";

/** Sets higher limits for this run alone, and lets the steps that wait for them go on. */
export function raiseBudget(
  draft: Draft,
  { raise, by }: Extract<BudgetFact, { type: "budget-raised" }>,
): void {
  if (isOver(draft)) return;
  const standing = limitsOf(draft);
  const from: Record<string, Json> = {};
  const to: Record<string, Json> = {};
  for (const limit of budgetSchema.keyof().options) {
    const [before, after] = [standing[limit], raise[limit]];
    if (before === undefined || after === undefined || after <= before) continue;
    from[limit] = before;
    to[limit] = after;
  }
  const waiting = pausedForBudget(draft);
  if (Object.keys(to).length === 0 && waiting.length === 0) return;
  draft.budget = { ...draft.budget, ...to };
  note(draft, "budget-raised", null, { from, to, by });
  for (const stepId of waiting) setStep(draft, stepId, { status: "pending", reason: null });
}

/** Fails the steps that wait for more budget; what depends on them goes as their `onError` says. */
export function giveUpBudget(draft: Draft, { by }: { by: string }): void {
  const waiting = isOver(draft) ? [] : pausedForBudget(draft);
  if (waiting.length === 0) return;
  note(draft, "budget-given-up", null, { by, stepIds: waiting });
  for (const stepId of waiting) {
    const message = cleanText([stepOf(draft, stepId).error?.message, `${by} did not raise it.`].join(" "));
    failStep(draft, stepId, "budget", { message });
  }
}

export function isPausedForBudget({ status, reason }: Pick<StepState, "status" | "reason">): boolean {
  return status === "paused" && reason === "budget";
}

function pausedForBudget(draft: Draft): string[] {
  return draft.plan.order.filter((stepId) => isPausedForBudget(stepOf(draft, stepId)));
}

function isOver(draft: Draft): boolean {
  return draft.isCanceled || draft.plan.order.every((stepId) => isSettled(stepOf(draft, stepId)));
}
