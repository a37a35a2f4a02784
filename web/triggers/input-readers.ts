import type { Plan } from "#server/core/plan.ts";

/** `“Fill in the note”, “Send it”`: the steps that read the run's input; empty for none. */
export function inputReaders(plan: Plan | undefined): string {
  const readers = plan?.steps.filter((step) => step.usesRunInput) ?? [];
  return readers.map((step) => `“${step.title}”`).join(", ");
}
