import type { PlanEdit } from "#server/core/edit-schema.ts";
import type { StepReference } from "#server/core/edit-schema-settings.ts";
import { applyEdit } from "./apply-edit.ts";
import type { Draft } from "./draft.ts";

/** Applies edits in order. One that names a step of a refused edit is left out, so that each refusal has its own cause. */
export function applyAll(draft: Draft, edits: readonly PlanEdit[]): void {
  const refused = new Set<string>();
  for (const [index, edit] of edits.entries()) {
    const names = namesIn(edit).flatMap((name) => [
      String(name),
      ...draft.start.slice(Number(name) - 1, Number(name)).map((slot) => slot.step.id),
    ]);
    if (names.some((name) => refused.has(name))) continue;
    const already = draft.refusals.length;
    applyEdit(draft, edit, edits.slice(index + 1));
    if (draft.refusals.length > already) for (const name of names) refused.add(name);
  }
}

/** Every step that an edit names or makes. */
function namesIn(edit: PlanEdit): StepReference[] {
  if (edit.op === "add_step") {
    const { step, requiredBy } = edit;
    return [step.id, ...step.dependsOn, ...requiredBy, ...placeIn(edit)];
  }
  if (edit.op === "merge_steps") return edit.steps;
  if (!("step" in edit)) return [];
  const { reinsert } = { reinsert: null, ...edit };
  return [
    edit.step,
    ...("dependsOn" in edit ? edit.dependsOn : []),
    ...("requiredBy" in edit ? edit.requiredBy : []),
    ...("with" in edit ? [edit.with] : []),
    ...("after" in edit ? placeIn(edit) : []),
    ...(reinsert ? [...reinsert.dependsOn, ...reinsert.requiredBy] : []),
  ];
}

function placeIn({ after }: { after: StepReference | null }): StepReference[] {
  return after === null || after === 0 ? [] : [after];
}
