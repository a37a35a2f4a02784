import { tokenize } from "#server/core/condition-tokens.ts";
import type { Step } from "#server/core/plan.ts";
import { findReferences, mapStrings, type Reference, writeReference } from "#server/core/references.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, type Slot } from "./draft.ts";
import { stepsReadBy } from "./step-references.ts";

/**
 * What read the whole output of a removed step reads the one value that this step was made from. Only a
 * bridge leads there, and only where the step read exactly one value.
 */
export function followRemoved(draft: Draft): void {
  const present = new Set(draft.slots.map((slot) => slot.step.id));
  for (const slot of draft.slots) {
    const sources = new Set<string>();
    let { step } = slot;
    // Each turn takes one removed step out of what is read, so a chain of removed steps comes to its end.
    for (let left = draft.removed.size; left > 0; left -= 1) {
      const next = nextRemoved(draft, step, present);
      if (next === null) break;
      step = redirected(step, next.id, writeReference(next.value));
      sources.add(next.value.source === "step" ? next.value.stepId : "");
    }
    // A chain that leads nowhere is left as it was, so that a refusal names what the step read.
    if (step === slot.step || [...stepsReadBy(step)].some((id) => draft.removed.has(id) && !present.has(id)))
      continue;
    slot.step = step;
    for (const id of sources) if (present.has(id)) draft.notes.push(note(draft, slot, id));
  }
}

function nextRemoved(draft: Draft, step: Step, present: ReadonlySet<string>) {
  for (const id of stepsReadBy(step)) {
    const gone = present.has(id) ? undefined : draft.removed.get(id);
    if (!gone?.isBridged) continue;
    const value = onlyValueOf(gone.slot.step);
    if (value === null) continue;
    const whole = redirected(step, id, writeReference(value));
    // A step that reads more than the whole output stays as it is, and is refused.
    if (!stepsReadBy(whole).has(id)) return { id, value };
  }
  return null;
}

/** The single value of another step that the input is made from; null when there is none, or another part beside it. */
function onlyValueOf(step: Step): Reference | null {
  const found = step.input === undefined ? [] : findReferences(step.input);
  const written = new Set(found.map((item) => writeReference(item.reference)));
  const [first] = found;
  const isOne = written.size === 1 && found.every((item) => item.isWhole);
  if (!isOne || first?.reference.source !== "step" || first.reference.field !== "output") return null;
  return first.reference;
}

function redirected(step: Step, id: string, to: string): Step {
  const whole = `$${id}.output`;
  const swap = (text: string) =>
    text === whole ? to : text.replaceAll(`\${${whole.slice(1)}}`, () => `\${${to.slice(1)}}`);
  const { input, if: condition, precondition } = step;
  return {
    ...step,
    ...(input !== undefined && { input: mapStrings(input, swap) }),
    ...(condition !== undefined && { if: inCondition(condition, whole, to) }),
    ...(precondition?.input !== undefined && {
      precondition: { ...precondition, input: mapStrings(precondition.input, swap) },
    }),
  };
}

function inCondition(text: string, whole: string, to: string): string {
  const tokens = tokenize(text);
  if (!tokens.ok) return text;
  return tokens.value.reduceRight((changed, token) => {
    if (token.type !== "reference" || writeReference(token.reference) !== whole) return changed;
    return changed.slice(0, token.column - 1) + to + changed.slice(token.end);
  }, text);
}

function note(draft: Draft, slot: Slot, id: string): string {
  return `${nameOfSlot(draft, slot)} now reads the output of ${lowered(nameOfId(draft, id))}.`;
}
