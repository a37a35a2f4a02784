import { tokenize } from "#server/core/condition-tokens.ts";
import type { Step } from "#server/core/plan.ts";
import { findReferences, mapStrings, writeReference } from "#server/core/references.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, type Slot } from "./draft.ts";
import { rewritten, stepsReadBy } from "./step-references.ts";

/** A value that a step gives, and how a reference to it is written. */
type Value = { stepId: string; written: string };

/**
 * What read the whole output of a removed step reads the one value that this step was made from. Only a
 * bridge leads there, and only where the step read exactly one value.
 */
export function followRemoved(draft: Draft): void {
  if (draft.removed.size === 0) return;
  const present = new Set(draft.slots.map((slot) => slot.step.id));
  const isGone = (id: string) => draft.removed.has(id) && !present.has(id);
  for (const slot of draft.slots) {
    const sources = new Set<string>();
    let { step } = slot;
    // Each turn takes one removed step out of what is read, so a chain of removed steps comes to its end.
    for (const _removed of draft.removed) {
      const next = followedOnce(draft, step, isGone);
      if (!next) break;
      step = next.step;
      sources.add(next.source);
    }
    // A step that still reads one is left as it was, so that a refusal names what it read.
    if (step === slot.step || [...stepsReadBy(step)].some(isGone)) continue;
    slot.step = step;
    for (const id of sources) if (present.has(id)) draft.notes.push(note(draft, slot, id));
  }
}

function followedOnce(draft: Draft, step: Step, isGone: (id: string) => boolean) {
  for (const id of stepsReadBy(step)) {
    const gone = isGone(id) ? draft.removed.get(id) : undefined;
    const value = gone?.isBridged ? onlyValueOf(gone.slot.step) : null;
    if (!value) continue;
    return { step: redirected(step, id, value.written), source: value.stepId };
  }
  return null;
}

/** The single value of another step that the input is made from; null when there is none, or another part beside it. */
function onlyValueOf(step: Step): Value | null {
  const values = new Map<string, Value>();
  for (const { reference, isWhole } of findReferences(step.input ?? null)) {
    if (!isWhole || reference.source !== "step" || reference.field !== "output") return null;
    const written = writeReference(reference);
    values.set(written, { stepId: reference.stepId, written });
  }
  const [value = null, ...others] = values.values();
  return others.length === 0 ? value : null;
}

function redirected(step: Step, id: string, to: string): Step {
  const whole = `$${id}.output`;
  const swap = (text: string) =>
    text === whole ? to : text.replaceAll(`\${${whole.slice(1)}}`, () => `\${${to.slice(1)}}`);
  return rewritten(
    step,
    (value) => mapStrings(value, swap),
    (text) => inCondition(text, whole, to),
  );
}

function inCondition(text: string, whole: string, to: string): string {
  const tokens = tokenize(text);
  return (tokens.ok ? tokens.value : []).reduceRight((changed, token) => {
    if (token.type !== "reference" || writeReference(token.reference) !== whole) return changed;
    return changed.slice(0, token.start) + to + changed.slice(token.end);
  }, text);
}

function note(draft: Draft, slot: Slot, id: string): string {
  return `${nameOfSlot(draft, slot)} now reads the output of ${lowered(nameOfId(draft, id))}.`;
}
