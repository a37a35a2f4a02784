import type { ListedPlan } from "./listed-plan.ts";

export function inEnglish(text: string, _plan: ListedPlan): string {
  return text;
}
