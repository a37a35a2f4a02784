import type { EditOf, PlanEdit } from "#server/core/edit-schema.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, quoted, refuse, type Slot, unique } from "./draft.ts";
import { findStep, idsOf, linkOf } from "./find-step.ts";
import { mergeSteps } from "./merge-steps.ts";
import { moveStep, swapSteps } from "./move-step.ts";
import { refuseNewId } from "./new-id.ts";
import { restoreStep } from "./restore-step.ts";
import { setPlan } from "./set-plan.ts";
import { newStep, settle } from "./settle-step.ts";
import { splitStep } from "./split-step.ts";
import { depend, findPlace, placeAt, releaseChecks, requireBy, rewire } from "./wiring.ts";

/** `later` are the edits behind this one in the list. */
export function applyEdit(draft: Draft, edit: PlanEdit, later: readonly PlanEdit[]): void {
  switch (edit.op) {
    case "add_dependency":
    case "remove_dependency":
    case "set_dependencies":
      return changeDependencies(draft, edit);
    case "add_step":
      return addStep(draft, edit);
    case "update_step":
      return updateStep(draft, edit);
    case "remove_step":
      return removeStep(draft, edit);
    case "restore_step":
      return restoreStep(draft, edit);
    case "split_step":
      return splitStep(draft, edit, later);
    case "merge_steps":
      return mergeSteps(draft, edit);
    case "move_step":
      return moveStep(draft, edit);
    case "swap_steps":
      return swapSteps(draft, edit);
    case "set_plan":
      return setPlan(draft, edit);
    case "restore_revision":
      refuse(
        draft,
        "restore_not_first",
        "restore_revision must be the first edit. Put it in front of the others.",
      );
      return;
    default:
      refuse(draft, "unknown_edit", `${quoted(opName(edit))} is not an edit.`);
  }
}

function opName(edit: { op: unknown }): string {
  return String(edit.op);
}

type DependencyEdit = EditOf<"add_dependency" | "remove_dependency" | "set_dependencies">;

function changeDependencies(draft: Draft, edit: DependencyEdit): void {
  const slot = findStep(draft, edit.step);
  if (!slot) return;
  const { dependsOn } = slot.step;
  if (edit.op === "remove_dependency") {
    const gone = edit.dependsOn.map((reference) => linkOf(draft, slot, reference));
    depend(
      draft,
      slot,
      dependsOn.filter((id) => !gone.includes(id)),
    );
    return;
  }
  const ids = idsOf(draft, edit.dependsOn);
  if (edit.op === "set_dependencies") return depend(draft, slot, ids);
  for (const id of ids.filter((item) => dependsOn.includes(item))) {
    const other = lowered(nameOfId(draft, id));
    draft.notes.push(`${nameOfSlot(draft, slot)} already waits for ${other}.`);
  }
  depend(draft, slot, unique([...dependsOn, ...ids]));
}

function addStep(draft: Draft, edit: EditOf<"add_step">): void {
  refuseNewId(draft, edit.step.id);
  const place = findPlace(draft, edit.after);
  const step = newStep(draft, edit.step);
  if (!step || !place) return;
  const slot: Slot = { step };
  placeAt(draft, slot, place);
  requireBy(draft, slot, edit.requiredBy);
}

function updateStep(draft: Draft, edit: EditOf<"update_step">): void {
  const slot = findStep(draft, edit.step);
  if (slot) slot.step = settle(draft, slot, edit.changes) ?? slot.step;
}

function removeStep(draft: Draft, edit: EditOf<"remove_step">): void {
  const slot = findStep(draft, edit.step);
  if (!slot) return;
  const { id, dependsOn } = slot.step;
  draft.slots = draft.slots.filter((item) => item !== slot);
  // While a second step has this id, its links stay.
  if (draft.slots.some((item) => item.step.id === id)) return;
  draft.removed.set(id, slot);
  rewire(draft, id, edit.rewire === "bridge" ? dependsOn.filter((other) => other !== id) : []);
  releaseChecks(draft, slot);
}
