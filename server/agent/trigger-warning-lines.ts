import type { TriggerWarning } from "#server/core/trigger-views.ts";
import type { Turn } from "./turn.ts";

const NOTHING_SAVED: TriggerWarning = {
  code: "nothing_saved",
  message: "Nothing is saved yet, and a run walks what was saved: save the plan, or no run can start.",
};

/** What a person should know of a trigger before they confirm it. */
export function triggerWarnings({ state, happened }: Turn, own: readonly TriggerWarning[]): TriggerWarning[] {
  const isSaved = state.saved !== null || happened.snapshot !== null;
  return [...own, ...(isSaved ? [] : [NOTHING_SAVED])];
}

/** For the model, which tells the person. */
export function warningLines(warnings: readonly TriggerWarning[]): string[] {
  return warnings.map(({ message }) => `Warning: ${message}`);
}
