import { tokenize } from "#server/core/condition-tokens.ts";
import { renameInCondition } from "#server/core/conditions.ts";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { findReferences, type Reference, renameReferences } from "#server/core/references.ts";
import type { Draft, Slot } from "./draft.ts";

export type StepRead = Extract<Reference, { source: "step" }>;

/** What a step reads, in its input, its condition, its precondition and the time it waits for. */
export function referencesIn({ input, if: condition, precondition, wait }: Step): Reference[] {
  const until = wait && "until" in wait ? wait.until : undefined;
  const templates = [input, precondition?.input, until].filter((item) => item !== undefined);
  const tokens = condition?.includes("$") ? tokenize(condition) : null;
  return [
    ...templates.flatMap((template) => findReferences(template)).map((found) => found.reference),
    ...(tokens?.ok ? tokens.value : []).flatMap((token) =>
      token.type === "reference" ? token.reference : [],
    ),
  ];
}

// One list of edits asks several times about steps that stay the same objects.
const known = new WeakMap<Step, ReadonlySet<string>>();

/** Ids of the steps that a step reads. */
export function stepsReadBy(step: Step): ReadonlySet<string> {
  const found =
    known.get(step) ??
    new Set(referencesIn(step).flatMap((item) => (item.source === "step" ? item.stepId : [])));
  known.set(step, found);
  return found;
}

export function readersOf(draft: Draft, id: string): Slot[] {
  return draft.slots.filter((slot) => stepsReadBy(slot.step).has(id));
}

/** The step with its references written in another way, wherever it has some. */
export function rewritten(
  step: Step,
  template: (value: Json) => Json,
  condition: (text: string) => string,
): Step {
  const { input, precondition, wait } = step;
  return {
    ...step,
    ...(input !== undefined && { input: template(input) }),
    ...(step.if !== undefined && { if: condition(step.if) }),
    ...(precondition?.input !== undefined && {
      precondition: { ...precondition, input: template(precondition.input) },
    }),
    ...(wait && "until" in wait && { wait: { until: String(template(wait.until)) } }),
  };
}

/** What a step reads of the output of another. */
export function outputsRead(step: Step, id: string): StepRead[] {
  return referencesIn(step).flatMap((item) =>
    item.source === "step" && item.stepId === id && item.field === "output" ? [item] : [],
  );
}

/** Turns what some steps read of one step into reading another. */
export function redirectReferences(readers: readonly Slot[], from: string, to: string): void {
  for (const slot of readers) {
    slot.step = rewritten(
      slot.step,
      (value) => renameReferences(value, from, to),
      (text) => renameInCondition(text, from, to),
    );
  }
}
