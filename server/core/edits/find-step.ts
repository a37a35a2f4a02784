import { shortened } from "#server/core/characters.ts";
import { didYouMean } from "#server/core/check/known-names.ts";
import type { StepReference } from "#server/core/edit-schema-settings.ts";
import { listOf } from "#server/core/list-of.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, quoted, refuse, type Slot, unique } from "./draft.ts";

const MAX_SHOWN_DIGITS = 12;

/** The slot that an edit names; null when the draft has been refused because of it. */
export function findStep(draft: Draft, reference: StepReference): Slot | null {
  const isNumber = typeof reference === "number" || /^\d+$/.test(reference);
  const [named, ...sharing] = slotsOf(draft, reference);
  if (named && sharing.length > 0) {
    const names = listOf([named, ...sharing].map((slot) => nameOfSlot(draft, slot)));
    const says = `${names} share the id ${quoted(String(reference))}. Name the step by its number.`;
    return refuse(draft, "duplicate_id", says);
  }
  let slot = named ?? (isNumber ? draft.start[Number(reference) - 1] : undefined);
  if (!slot) return refuse(draft, "missing_step", missing(draft, reference, isNumber));

  for (let into = draft.mergedInto.get(slot); into; into = draft.mergedInto.get(slot)) slot = into;
  if (draft.slots.includes(slot)) return slot;
  const says = `${nameOfSlot(draft, slot)} is removed earlier in the same list of edits. Name another step, or leave that removal out.`;
  return refuse(draft, "removed_step", says, slot);
}

/** The steps that have an id now, else the one that had it at the start. */
function slotsOf(draft: Draft, id: StepReference): Slot[] {
  const found = draft.slots.filter((slot) => slot.step.id === id);
  return found.length > 0 ? found : draft.start.filter((slot) => slot.step.id === id).slice(0, 1);
}

function missing(draft: Draft, reference: StepReference, isNumber: boolean): string {
  const count = draft.start.length;
  const has = count === 0 ? "no steps yet" : count === 1 ? "one step" : `steps 1 to ${count}`;
  if (isNumber)
    return `There is no step ${shortened(String(reference), MAX_SHOWN_DIGITS)}. The plan has ${has}.`;
  const near = didYouMean(
    String(reference),
    draft.slots.map((slot) => slot.step.id),
  );
  return `There is no step with the id ${quoted(String(reference))}.${near} The plan has ${has}.`;
}

/** The ids of the steps that an edit names, each once. */
export function idsOf(draft: Draft, references: readonly StepReference[]): string[] {
  return unique(references.flatMap((reference) => findStep(draft, reference)?.step.id ?? []));
}

/**
 * The id that a link of `slot` names, also one that is no step, so that a broken plan can be repaired.
 * A link that is not there is a note.
 */
export function linkOf(draft: Draft, slot: Slot, reference: StepReference): string | null {
  if (typeof reference === "string" && slot.step.dependsOn.includes(reference)) return reference;
  const other = findStep(draft, reference);
  if (!other) return null;
  const { id } = other.step;
  if (!slot.step.dependsOn.includes(id)) {
    const name = lowered(nameOfId(draft, id));
    draft.notes.push(`${nameOfSlot(draft, slot)} does not depend on ${name} directly.`);
  }
  return id;
}
