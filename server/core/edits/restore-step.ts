import type { EditOf } from "#server/core/edit-schema.ts";
import type { Plan } from "#server/core/plan.ts";
import { type Draft, nameOfSlot, refuse, type Slot } from "./draft.ts";
import { requireBy } from "./wiring.ts";

/** Brings back a removed step as it was, at its old place, with those dependencies that still exist. */
export function restoreStep(draft: Draft, edit: EditOf<"restore_step">): void {
  const present = draft.slots.find((slot) => slot.step.id === edit.step);
  if (present) {
    refuse(
      draft,
      "not_removed",
      `${nameOfSlot(draft, present)} is part of the plan; there is nothing to bring back.`,
      present,
    );
    return;
  }
  const source = sourceOf(draft, edit);
  const step = source?.steps.find((item) => item.id === edit.step);
  if (!source || !step) return;

  // A number of the list keeps meaning the step that had it.
  const slot: Slot = draft.start.find((item) => item.step.id === edit.step) ?? { step };
  const isPresent = (id: string) => draft.slots.some((item) => item.step.id === id);
  const dependsOn = step.dependsOn.filter(isPresent);
  const gone = step.dependsOn.filter((id) => !isPresent(id));
  slot.step = gone.length === 0 ? step : { ...step, dependsOn };
  if (gone.length > 0) {
    draft.notes.push(
      `"${step.title}" no longer waits for ${gone.map((id) => `"${id}"`).join(", ")}, which the plan does not have.`,
    );
  }
  draft.slots.splice(oldPlace(draft, source, edit.step), 0, slot);
  requireBy(draft, slot, edit.requiredBy);
}

function sourceOf(draft: Draft, edit: EditOf<"restore_step">): Plan | null {
  const has = (plan: Plan | undefined) => plan?.steps.some((step) => step.id === edit.step) === true;
  const { revision } = edit;
  if (revision === null) {
    const newest = Object.keys(draft.revisions)
      .map(Number)
      .sort((a, b) => b - a);
    const found = newest.map((number) => draft.revisions[number]).find(has);
    return found ?? refuse(draft, "missing_step", `No revision has a step with the id "${edit.step}".`);
  }
  const plan = Object.hasOwn(draft.revisions, revision) ? draft.revisions[revision] : undefined;
  if (!plan) return refuse(draft, "missing_revision", `There is no revision ${revision}.`);
  return has(plan)
    ? plan
    : refuse(draft, "missing_step", `Revision ${revision} has no step with the id "${edit.step}".`);
}

/** Behind the nearest step that stood before it and is there, else in front of the nearest one behind it. */
function oldPlace(draft: Draft, source: Plan, id: string): number {
  const indexOf = (other: string) => draft.slots.findIndex((slot) => slot.step.id === other);
  const order = source.steps.map((step) => step.id);
  const at = order.indexOf(id);
  for (const other of order.slice(0, at).reverse()) if (indexOf(other) !== -1) return indexOf(other) + 1;
  for (const other of order.slice(at + 1)) if (indexOf(other) !== -1) return indexOf(other);
  return draft.slots.length;
}
