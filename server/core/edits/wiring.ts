import type { StepReference } from "#server/core/edit-schema-settings.ts";
import { type Draft, nameOfSlot, refuse, type Slot, unique } from "./draft.ts";
import { findStep } from "./find-step.ts";

/** Makes a step wait for exactly `ids`. */
export function depend(draft: Draft, slot: Slot, ids: string[]): void {
  const { id, dependsOn } = slot.step;
  if (ids.includes(id) && !dependsOn.includes(id)) {
    refuse(draft, "self_dependency", `${nameOfSlot(draft, slot)} cannot wait for itself.`, slot);
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
    if (!other) return;
    const kept = other.step.dependsOn.filter((id) => !slot.step.dependsOn.includes(id));
    depend(draft, other, unique([...kept, slot.step.id]));
  }
}

/** Puts a step directly behind another in the list: 0 is the start, null the end. */
export function place(draft: Draft, slot: Slot, after: StepReference | null): void {
  draft.slots = draft.slots.filter((item) => item !== slot);
  if (after === 0) draft.slots.unshift(slot);
  else if (after === null) draft.slots.push(slot);
  else {
    const before = findStep(draft, after);
    if (before) draft.slots.splice(draft.slots.indexOf(before) + 1, 0, slot);
  }
}

/** Checks that confirmed one step confirm another, or nothing. */
export function redirectChecks(draft: Draft, from: readonly string[], to: string | null): void {
  for (const slot of draft.slots) {
    if (slot.step.verifies === undefined || !from.includes(slot.step.verifies)) continue;
    const { verifies: _gone, ...rest } = slot.step;
    slot.step = to === null ? rest : { ...rest, verifies: to };
  }
}
