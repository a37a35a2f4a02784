import { type ListedPlan, nameOf, namesOf } from "./listed-plan.ts";

/** An answer to a greeting or to thanks, which says how the plan stands. */
export function smallTalk(text: string, plan: ListedPlan): string {
  const last = plan.steps.at(-1);
  if (/\b(?:hello|hi|hey|there|morning|hallo|hola|bonjour)\b/i.test(text)) {
    return `Hello! The plan "${plan.title}" has ${plan.steps.length} steps, up to ${last ? nameOf(last) : "none"}. Tell me what should be different.`;
  }
  return `Good. The plan stays as it is, with ${plan.steps.length} ${plan.steps.length === 1 ? "step" : "steps"}: ${namesOf(plan.steps.slice(0, 3))}${plan.steps.length > 3 ? " and so on" : ""}.`;
}
