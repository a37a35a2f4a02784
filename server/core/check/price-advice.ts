import type { Issue, Plan } from "#server/core/plan.ts";
import type { Workspace } from "./workspace.ts";

/** A budget in dollars can only be kept with a model whose price is known. */
export function priceAdvice({ budget, steps }: Plan, { unpricedModel }: Workspace): Issue[] {
  if (budget?.costUsd === undefined || unpricedModel === undefined) return [];
  if (!steps.some(({ kind }) => kind === "reasoning")) return [];
  const message = `The budget limits costUsd, and the model "${unpricedModel}" has no price, so steps that need it would wait. Set its price in the settings.`;
  return [{ severity: "warning", code: "no_price", path: "budget.costUsd", message }];
}
