import type { StepReference } from "#server/core/edit-schema-settings.ts";
import { STEP_ID_PATTERN } from "#server/core/plan.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, refuse, type Slot, unique } from "./draft.ts";

/** The slot that an edit names; null when the draft has been refused because of it. */
export function findStep(draft: Draft, reference: StepReference): Slot | null {
  const isNumber = typeof reference === "number" || /^\d+$/.test(reference);
  const number = draft.start[Number(reference) - 1];
  const byId = typeof reference === "string" ? slotsOf(draft, reference) : [];
  if (byId.length > 1) {
    const names = byId.map((slot) => nameOfSlot(draft, slot)).join(" and ");
    return refuse(
      draft,
      "duplicate_id",
      `${names} share the id "${reference}". Name the step by its number.`,
    );
  }
  let slot = byId[0] ?? (isNumber ? number : undefined);
  if (!slot) return refuse(draft, "missing_step", missing(draft, reference, isNumber));

  for (let into = draft.mergedInto.get(slot); into; into = draft.mergedInto.get(slot)) slot = into;
  if (!draft.slots.includes(slot)) {
    const name = nameOfSlot(draft, slot);
    return refuse(draft, "removed_step", `${name} is removed earlier in the same list of edits.`, slot);
  }
  return slot;
}

function slotsOf(draft: Draft, id: string): Slot[] {
  const found = draft.slots.filter((slot) => slot.step.id === id);
  return found.length > 0 ? found : draft.start.filter((slot) => slot.step.id === id).slice(0, 1);
}

function missing(draft: Draft, reference: StepReference, isNumber: boolean): string {
  if (!isNumber) return `There is no step with the id "${reference}".`;
  const count = draft.start.length;
  const has = count === 0 ? "no steps yet" : count === 1 ? "one step" : `steps 1 to ${count}`;
  return `There is no step ${reference}. The plan has ${has}.`;
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
    draft.notes.push(
      `${nameOfSlot(draft, slot)} does not depend on ${lowered(nameOfId(draft, id))} directly.`,
    );
  }
  return id;
}

/** Refuses an id that the agent has or had. */
export function refuseTakenId(draft: Draft, id: string): void {
  const holder = [...draft.slots, ...draft.start].find((slot) => slot.step.id === id);
  if (holder) {
    const name = nameOfSlot(draft, holder);
    refuse(
      draft,
      "duplicate_id",
      `The id "${id}" is taken by ${lowered(name)}. Choose another, such as "${freeId(draft, id)}".`,
    );
  } else if (isUsed(draft, id)) {
    refuse(
      draft,
      "used_id",
      `The id "${id}" belonged to a step that was removed. Choose another, such as "${freeId(draft, id)}", or bring that step back with restore_step.`,
    );
  }
}

export function refuseBadId(draft: Draft, id: string): void {
  if (!STEP_ID_PATTERN.test(id)) {
    refuse(
      draft,
      "bad_id",
      `"${id}" is no id: letters, digits, - and _, at most 64, beginning with a letter or digit.`,
    );
  }
}

function isUsed(draft: Draft, id: string): boolean {
  return (
    draft.usedIds.has(id) ||
    Object.values(draft.revisions).some((plan) => plan.steps.some((step) => step.id === id))
  );
}

function freeId(draft: Draft, id: string): string {
  const taken = new Set([...draft.slots, ...draft.start].map((slot) => slot.step.id));
  for (let number = 2; ; number += 1) {
    const candidate = `${id.slice(0, 60)}-${number}`;
    if (!taken.has(candidate) && !isUsed(draft, candidate)) return candidate;
  }
}
