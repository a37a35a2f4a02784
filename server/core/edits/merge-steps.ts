import type { EditOf } from "#server/core/edit-schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { type Draft, nameOfSlot, refuse, type Slot, unique } from "./draft.ts";
import { findStep } from "./find-step.ts";
import { settle } from "./step-fields.ts";
import { redirectReferences, stepsReadBy } from "./step-references.ts";
import { redirectChecks, rewire } from "./wiring.ts";

const OWN_FIELDS = ["id", "title", "instructions", "expectedOutput", "dependsOn"];

/** Several steps become one, in the place of the first. No approval and no condition is lost on the way. */
export function mergeSteps(draft: Draft, edit: EditOf<"merge_steps">): void {
  const { title, instructions, expectedOutput, changes } = edit;
  const named = unique(edit.steps.flatMap((reference) => findStep(draft, reference) ?? []));
  if (draft.refusals.length > 0) return;
  const slots = draft.slots.filter((slot) => named.includes(slot));
  const [first, ...others] = slots;
  if (!first || others.length === 0) {
    refuse(draft, "bad_merge", "A merge needs at least two different steps.");
    return;
  }
  const steps = slots.map((slot) => slot.step);
  const ids = steps.map((step) => step.id);
  const changed = changes.map((change) => change.field);
  if (new Set(steps.map((step) => step.if)).size > 1 && !changed.includes("if")) {
    const names = slots.map((slot) => nameOfSlot(draft, slot)).join(" and ");
    refuse(
      draft,
      "merged_condition",
      `${names} run under different conditions. Give the merged step its "if".`,
      first,
    );
    return;
  }

  const approval = steps.find((step) => step.approval)?.approval;
  const united: Step = {
    ...first.step,
    ...(approval && { approval }),
    ...(steps.some((step) => step.usesRunInput) && { usesRunInput: true }),
  };
  for (const other of others) noteLostFields(draft, other, united, changed);

  const dependsOn = unique(steps.flatMap((step) => step.dependsOn)).filter((id) => !ids.includes(id));
  const merged = settle(draft, { ...united, title, instructions, expectedOutput, dependsOn }, changes);
  if (!merged) return;
  const inner = ids.find((id) => stepsReadBy(merged).has(id));
  if (inner !== undefined) {
    const message = `${nameOfSlot(draft, first)} would refer to $${inner}, which is part of the merged step. Change its input or condition too.`;
    refuse(draft, "broken_reference", message, first);
    return;
  }

  draft.slots = draft.slots.filter((slot) => !others.includes(slot));
  first.step = merged;
  for (const other of others) {
    rewire(draft, other.step.id, [merged.id]);
    redirectReferences(draft, other.step.id, merged.id, []);
    draft.mergedInto.set(other, first);
  }
  redirectChecks(draft, ids, merged.id);
}

function noteLostFields(draft: Draft, other: Slot, united: Step, changed: readonly string[]): void {
  const kept = new Map(Object.entries(united).map(([key, value]) => [key, canonicalJson(value)]));
  const lost = Object.entries(other.step)
    .filter(
      ([key]) => !OWN_FIELDS.includes(key) && !changed.includes(key === "maxAttempts" ? "retries" : key),
    )
    .filter(([key, value]) => kept.get(key) !== canonicalJson(value))
    .map(([key]) => key);
  if (lost.length === 0) return;
  draft.notes.push(`${nameOfSlot(draft, other)} had its own ${lost.join(", ")}; the merged step does not.`);
}
