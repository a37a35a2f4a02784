import type { EditOf } from "#server/core/edit-schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import { listOf } from "#server/core/list-of.ts";
import type { Step } from "#server/core/plan.ts";
import { type Draft, lowered, nameOfSlot, refuse, type Slot, unique } from "./draft.ts";
import { findStep } from "./find-step.ts";
import { settle } from "./settle-step.ts";
import { outputsRead, readersOf, redirectReferences, stepsReadBy } from "./step-references.ts";
import { redirectChecks, rewire } from "./wiring.ts";

const OWN_FIELDS = ["id", "title", "instructions", "expectedOutput", "dependsOn"];

/** Several steps become one, in the place of the first. No approval and no condition is lost on the way. */
export function mergeSteps(draft: Draft, edit: EditOf<"merge_steps">): void {
  const { title, instructions, expectedOutput, changes } = edit;
  const found = edit.steps.map((reference) => findStep(draft, reference));
  if (found.includes(null)) return;
  const slots = draft.slots.filter((slot) => found.includes(slot));
  const [first, ...others] = slots;
  if (!first || others.length === 0) {
    refuse(draft, "bad_merge", "A merge needs at least two different steps. Name each of them.");
    return;
  }
  const steps = slots.map((slot) => slot.step);
  const ids = steps.map((step) => step.id);
  const changed = changes.map((change) => (change.field === "retries" ? "maxAttempts" : change.field));
  if (new Set(steps.map((step) => step.if)).size > 1 && !changed.includes("if"))
    refuseConditions(draft, first, others);

  const approval = steps.find((step) => step.approval)?.approval;
  const united: Step = {
    ...first.step,
    ...(approval && { approval }),
    ...(steps.some((step) => step.usesRunInput) && { usesRunInput: true }),
  };
  for (const other of others) noteLostFields(draft, other, united, changed);

  const dependsOn = unique(steps.flatMap((step) => step.dependsOn)).filter((id) => !ids.includes(id));
  const merged = settle(draft, first, changes, { ...united, title, instructions, expectedOutput, dependsOn });
  if (!merged) return;
  for (const inner of ids.filter((id) => stepsReadBy(merged).has(id))) {
    const says = `would refer to $${inner}, which is part of the merged step. Change its input or condition too.`;
    refuse(draft, "broken_reference", `${nameOfSlot(draft, first)} ${says}`, first);
  }

  draft.slots = draft.slots.filter((slot) => !others.includes(slot));
  first.step = merged;
  for (const other of others) {
    const { id } = other.step;
    const readers = readersOf(draft, id);
    const reads = readers.flatMap((reader) =>
      outputsRead(reader.step, id).map((reference) => ({ reader, reference })),
    );
    draft.readOfMerged.set(other, reads);
    draft.mergedInto.set(other, first);
    rewire(draft, id, [merged.id]);
    redirectReferences(readers, id, merged.id);
  }
  redirectChecks(draft, ids, merged.id);
}

function refuseConditions(draft: Draft, first: Slot, others: readonly Slot[]): void {
  const names = listOf([nameOfSlot(draft, first), ...others.map((slot) => lowered(nameOfSlot(draft, slot)))]);
  const says = `${names} run under different conditions. Give the merged step its "if".`;
  refuse(draft, "merged_condition", says, first);
}

function noteLostFields(draft: Draft, other: Slot, united: Step, changed: readonly string[]): void {
  const kept = new Map(Object.entries(united).map(([key, value]) => [key, canonicalJson(value)]));
  const lost = Object.entries(other.step)
    .filter(([key]) => !OWN_FIELDS.includes(key) && !changed.includes(key))
    .filter(([key, value]) => kept.get(key) !== canonicalJson(value))
    .map(([key]) => key);
  if (lost.length === 0) return;
  draft.notes.push(`${nameOfSlot(draft, other)} had its own ${listOf(lost)}; the merged step does not.`);
}
