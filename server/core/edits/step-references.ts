import { conditionReferences, parseCondition, renameInCondition } from "#server/core/conditions.ts";
import type { Step } from "#server/core/plan.ts";
import { findReferences, type Reference, renameReferences } from "#server/core/references.ts";
import type { Draft, Slot } from "./draft.ts";

/** What a step reads, in its input, its condition and its precondition. */
export function referencesIn(step: Step): Reference[] {
  const templates = [step.input, step.precondition?.input].filter((item) => item !== undefined);
  const condition = step.if === undefined ? null : parseCondition(step.if);
  return [
    ...templates.flatMap((template) => findReferences(template)).map((found) => found.reference),
    ...(condition?.ok ? conditionReferences(condition.value) : []),
  ];
}

/** Ids of the steps that a step reads. */
export function stepsReadBy(step: Step): Set<string> {
  return new Set(referencesIn(step).flatMap((item) => (item.source === "step" ? [item.stepId] : [])));
}

export function readersOf(draft: Draft, id: string): Slot[] {
  return draft.slots.filter((slot) => stepsReadBy(slot.step).has(id));
}

/** Turns what steps read of one step into reading another. */
export function redirectReferences(draft: Draft, from: string, to: string, except: readonly Slot[]): void {
  for (const slot of readersOf(draft, from)) {
    if (except.includes(slot)) continue;
    const { input, if: condition, precondition } = slot.step;
    slot.step = {
      ...slot.step,
      ...(input !== undefined && { input: renameReferences(input, from, to) }),
      ...(condition !== undefined && { if: renameInCondition(condition, from, to) }),
      ...(precondition?.input !== undefined && {
        precondition: { ...precondition, input: renameReferences(precondition.input, from, to) },
      }),
    };
  }
}
