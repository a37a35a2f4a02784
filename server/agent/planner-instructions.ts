import type { PlanningState } from "#server/services/read-planning-state.ts";
import { renderPrompt } from "./prompts.ts";

/**
 * What the planner is told before anything else. It is the same for every message about a standing plan,
 * so that a provider's prompt cache can hold it. How a first plan is made is told only while there is none.
 */
export function plannerInstructions({ current }: Pick<PlanningState, "current">): string {
  const isEmpty = current === null || current.plan.steps.length === 0;
  return renderPrompt("planner", {
    editing: current === null ? "" : "yes",
    firstPlan: isEmpty ? firstPlanRules() : "",
  }).instructions;
}

export function firstPlanRules(): string {
  return renderPrompt("first-plan", {}).instructions;
}
