import type { EditOf } from "#server/core/edit-schema.ts";
import { type Draft, nameOfSlot, refuse } from "./draft.ts";
import { findStep, idsOf } from "./find-step.ts";
import { depend, findPlace, placeAt, requireBy, rewire } from "./wiring.ts";

/** The place in the list; with `reinsert` also the order of running. */
export function moveStep(draft: Draft, edit: EditOf<"move_step">): void {
  const { after, reinsert } = edit;
  const slot = findStep(draft, edit.step);
  if (!slot) return;
  const place = findPlace(draft, after);
  if (place === slot)
    refuse(
      draft,
      "self_move",
      `${nameOfSlot(draft, slot)} cannot be moved behind itself. Name another step as its place.`,
      slot,
    );
  else if (place) placeAt(draft, slot, place);
  if (!reinsert) return;
  rewire(draft, slot.step.id, slot.step.dependsOn);
  depend(draft, slot, idsOf(draft, reinsert.dependsOn));
  requireBy(draft, slot, reinsert.requiredBy);
}

/** The plan with the two exchanged, in the list and in the graph. */
export function swapSteps(draft: Draft, edit: EditOf<"swap_steps">): void {
  const one = findStep(draft, edit.step);
  const other = findStep(draft, edit.with);
  if (!one || !other) return;
  if (one === other) {
    refuse(
      draft,
      "self_swap",
      `${nameOfSlot(draft, one)} cannot be swapped with itself. Name two different steps.`,
      one,
    );
    return;
  }
  const swapped = (id: string) =>
    id === one.step.id ? other.step.id : id === other.step.id ? one.step.id : id;
  const forOne = other.step.dependsOn.map(swapped);
  const forOther = one.step.dependsOn.map(swapped);

  for (const slot of draft.slots) {
    if (slot !== one && slot !== other) depend(draft, slot, slot.step.dependsOn.map(swapped));
  }
  depend(draft, one, forOne);
  depend(draft, other, forOther);
  draft.slots = draft.slots.map((slot) => (slot === one ? other : slot === other ? one : slot));
}
