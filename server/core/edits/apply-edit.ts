import type { EditOf, PlanEdit } from "#server/core/edit-schema.ts";
import { type Draft, refuse, type Slot, unique } from "./draft.ts";
import { findStep, idsOf, linkOf, refuseTakenId } from "./find-step.ts";
import { mergeSteps } from "./merge-steps.ts";
import { moveStep, swapSteps } from "./move-step.ts";
import { restoreStep } from "./restore-step.ts";
import { setPlan } from "./set-plan.ts";
import { splitStep } from "./split-step.ts";
import { newStep, settle } from "./step-fields.ts";
import { depend, place, redirectChecks, requireBy, rewire } from "./wiring.ts";

export function applyEdit(draft: Draft, edit: PlanEdit): void {
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
      return splitStep(draft, edit);
    case "merge_steps":
      return mergeSteps(draft, edit);
    case "move_step":
      return moveStep(draft, edit);
    case "swap_steps":
      return swapSteps(draft, edit);
    case "set_plan":
      return setPlan(draft, edit);
    case "restore_revision":
      refuse(draft, "restore_not_first", "restore_revision must be the first edit.");
      return;
    default:
      refuse(draft, "unknown_edit", `"${opName(edit)}" is not an edit.`);
  }
}

function opName(edit: { op: unknown }): string {
  return String(edit.op);
}

type DependencyEdit = EditOf<"add_dependency" | "remove_dependency" | "set_dependencies">;

function changeDependencies(draft: Draft, edit: DependencyEdit): void {
  const slot = findStep(draft, edit.step);
  if (!slot) return;
  if (edit.op === "remove_dependency") {
    const gone = edit.dependsOn.map((reference) => linkOf(draft, slot, reference));
    depend(
      draft,
      slot,
      slot.step.dependsOn.filter((id) => !gone.includes(id)),
    );
    return;
  }
  const ids = idsOf(draft, edit.dependsOn);
  depend(draft, slot, edit.op === "add_dependency" ? unique([...slot.step.dependsOn, ...ids]) : ids);
}

function addStep(draft: Draft, edit: EditOf<"add_step">): void {
  refuseTakenId(draft, edit.step.id);
  const step = newStep(draft, edit.step);
  if (!step) return;
  const slot: Slot = { step };
  place(draft, slot, edit.after);
  requireBy(draft, slot, edit.requiredBy);
}

function updateStep(draft: Draft, edit: EditOf<"update_step">): void {
  const slot = findStep(draft, edit.step);
  if (slot) slot.step = settle(draft, slot.step, edit.changes) ?? slot.step;
}

function removeStep(draft: Draft, edit: EditOf<"remove_step">): void {
  const slot = findStep(draft, edit.step);
  if (!slot) return;
  const { id, dependsOn } = slot.step;
  draft.slots = draft.slots.filter((item) => item !== slot);
  // While a second step has this id, its links stay.
  if (draft.slots.some((item) => item.step.id === id)) return;
  draft.removed.set(id, { slot, isBridged: edit.rewire === "bridge" });
  rewire(draft, id, edit.rewire === "bridge" ? dependsOn.filter((other) => other !== id) : []);
  redirectChecks(draft, [id], null);
}
