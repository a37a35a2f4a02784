import type { StepReference } from "#server/core/edit-schema-settings.ts";
import { type Draft, lowered, nameOfSlot, refuse, type Slot, unique } from "./draft.ts";
import { findStep } from "./find-step.ts";

/** Makes a step wait for exactly `ids`. */
export function depend(draft: Draft, slot: Slot, ids: string[]): void {
  const { id, dependsOn } = slot.step;
  if (ids.includes(id) && !dependsOn.includes(id)) {
    refuse(
      draft,
      "self_dependency",
      `${nameOfSlot(draft, slot)} cannot wait for itself. Name another step.`,
      slot,
    );
    return;
  }
  const isSame = ids.length === dependsOn.length && ids.every((other, index) => other === dependsOn[index]);
  if (!isSame) slot.step = { ...slot.step, dependsOn: ids };
}

/** Every step that waits for `id` waits for `ids` in its place. */
export function rewire(draft: Draft, id: string, ids: readonly string[]): void {
  for (const slot of draft.slots) {
    if (!slot.step.dependsOn.includes(id)) continue;
    const linked = unique(slot.step.dependsOn.flatMap((other) => (other === id ? ids : [other])));
    depend(
      draft,
      slot,
      linked.filter((other) => other !== slot.step.id),
    );
  }
}

/** Each named step waits for `slot`, which takes the place of what `slot` waits for itself. */
export function requireBy(draft: Draft, slot: Slot, references: readonly StepReference[]): void {
  for (const reference of references) {
    const other = findStep(draft, reference);
    if (!other) continue;
    const kept = other.step.dependsOn.filter((id) => !slot.step.dependsOn.includes(id));
    depend(draft, other, unique([...kept, slot.step.id]));
  }
}

/** A place in the list: directly behind a step, or at an end. */
type Place = Slot | "start" | "end";

/** The place that an edit names: 0 is the start, null the end. Null when the draft has been refused because of it. */
export function findPlace(draft: Draft, after: StepReference | null): Place | null {
  if (after === 0) return "start";
  return after === null ? "end" : findStep(draft, after);
}

export function placeAt(draft: Draft, slot: Slot, place: Place): void {
  const others = draft.slots.filter((item) => item !== slot);
  const at = place === "start" ? 0 : place === "end" ? others.length : others.indexOf(place) + 1;
  draft.slots = others.toSpliced(at, 0, slot);
}

/** Checks that confirmed one of some steps confirm another. Gives those checks. */
export function redirectChecks(draft: Draft, from: readonly string[], to: string): Slot[] {
  const checkers = draft.slots.filter(
    ({ step }) => step.verifies !== undefined && from.includes(step.verifies),
  );
  for (const slot of checkers) if (slot.step.verifies !== to) slot.step = { ...slot.step, verifies: to };
  return checkers;
}

/** Checks that confirmed a step that is gone confirm nothing. */
export function releaseChecks(draft: Draft, gone: Slot): void {
  for (const slot of draft.slots) {
    const { verifies, ...rest } = slot.step;
    if (verifies !== gone.step.id) continue;
    slot.step = rest;
    const [checker, other] = [nameOfSlot(draft, slot), lowered(nameOfSlot(draft, gone))];
    draft.notes.push(`${checker} no longer confirms ${other}.`);
  }
}
