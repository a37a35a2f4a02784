import type { EditOf } from "#server/core/edit-schema.ts";
import type { Step } from "#server/core/plan.ts";
import { type Draft, nameOfSlot, refuse } from "./draft.ts";
import { findStep, refuseBadId, refuseTakenId } from "./find-step.ts";
import { settle } from "./step-fields.ts";
import { readersOf, redirectReferences } from "./step-references.ts";
import { depend, redirectChecks, rewire } from "./wiring.ts";

/** Approval, condition and policy go to every part. The first part keeps the id. */
export function splitStep(draft: Draft, edit: EditOf<"split_step">): void {
  const { parts, arrangement } = edit;
  if (parts.length < 2 || parts.length > 10) {
    refuse(draft, "bad_split", `A step is split into 2 to 10 parts, not ${parts.length}.`);
    return;
  }
  const slot = findStep(draft, edit.step);
  if (!slot) return;
  const whole = slot.step;
  const isParallel = arrangement === "parallel";
  const [reader] = readersOf(draft, whole.id);
  if (isParallel && reader) {
    const name = nameOfSlot(draft, reader);
    const message = `${name} refers to $${whole.id}, and after a parallel split it is not clear which part is meant. Change its input or condition first, or split into a chain.`;
    refuse(draft, "broken_reference", message, reader);
    return;
  }

  const slots = parts.map((part, index) => {
    const { title, instructions, expectedOutput } = part;
    const id = index === 0 ? whole.id : part.id;
    const dependsOn = index === 0 ? whole.dependsOn : [];
    if (index > 0) {
      refuseBadId(draft, id);
      refuseTakenId(draft, id);
    }
    const place = index === 0 ? slot : { step: whole };
    const step: Step = { ...whole, id, title, instructions, expectedOutput, dependsOn };
    place.step = settle(draft, step, part.settings) ?? step;
    if (index > 0) draft.slots.splice(draft.slots.indexOf(slot) + index, 0, place);
    return place;
  });
  const ids = slots.map((place) => place.step.id);
  const last = ids.at(-1) ?? whole.id;

  rewire(draft, whole.id, isParallel ? ids : [last]);
  for (const [index, place] of slots.entries()) {
    const previous = ids[index - 1];
    if (previous !== undefined) depend(draft, place, isParallel ? whole.dependsOn : [previous]);
  }
  if (!isParallel) redirectReferences(draft, whole.id, last, slots);
  redirectChecks(draft, [whole.id], last);
}
