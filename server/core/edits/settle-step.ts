import type { NewStep } from "#server/core/edit-schema-edits.ts";
import type { Change, Setting } from "#server/core/edit-schema-settings.ts";
import { FIELDS_OF_KIND, KIND_FIELDS, kindNamed, kindsWith } from "#server/core/kind-fields.ts";
import { listOf } from "#server/core/list-of.ts";
import { type Step, type StepKind, stepSchema } from "#server/core/plan.ts";
import { type Draft, lowered, nameOfSlot, quoted, refuse, type Slot } from "./draft.ts";
import { idsOf } from "./find-step.ts";
import { fieldsOf } from "./setting-values.ts";

/** The step of an `add_step` or a proposal; null when the draft has been refused because of it. */
export function newStep(draft: Draft, given: NewStep): Step | null {
  const { settings, ...bare } = given;
  if (given.dependsOn.includes(given.id)) {
    const says = `The new step ${quoted(given.title)} cannot wait for itself. Name another step.`;
    return refuse(draft, "self_dependency", says);
  }
  const dependsOn = idsOf(draft, given.dependsOn);
  return settle(draft, { step: { ...bare, dependsOn } }, settings);
}

/** The step of a slot with the changes made; null when the draft has been refused because of them. */
export function settle(
  draft: Draft,
  slot: Slot,
  changes: readonly (Change | Setting)[],
  step: Step = slot.step,
): Step | null {
  const already = draft.refusals.length;
  const fields = new Map<string, unknown>(Object.entries(step));
  const given = new Set<string>();
  let { approval } = step;
  for (const change of changes) {
    const made = fieldsOf({ draft, slot, approval }, change);
    if (change.field === "approval") approval = made.approval;
    for (const [field, value] of Object.entries(made)) {
      if (value === undefined) fields.delete(field);
      else fields.set(field, value);
      given.add(field);
    }
  }
  const kind = stepSchema.shape.kind.safeParse(fields.get("kind"));
  if (!kind.success) {
    const kinds = stepSchema.shape.kind.options.join(", ");
    refuse(
      draft,
      "bad_kind",
      `${quoted(String(fields.get("kind")))} is no kind of step. The kinds are ${kinds}.`,
    );
  } else judgeKindFields(draft, slot, kind.data, fields, given);
  if (draft.refusals.length > already) return null;

  const parsed = stepSchema.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  const name = lowered(nameOfSlot(draft, slot));
  for (const { path, message } of parsed.error.issues) {
    refuse(draft, "bad_value", `${path.join(".")} of ${name} cannot have that value: ${message}.`, slot);
  }
  return null;
}

/** A field given to a kind that does not take it is refused; one that a new kind does not take goes, with a note. */
function judgeKindFields(
  draft: Draft,
  slot: Slot,
  kind: StepKind,
  fields: Map<string, unknown>,
  given: ReadonlySet<string>,
): void {
  const name = nameOfSlot(draft, slot);
  const foreign = KIND_FIELDS.filter((field) => fields.has(field) && !FIELDS_OF_KIND[kind].includes(field));
  for (const field of foreign.filter((item) => given.has(item))) {
    const kinds = kindsWith(field).join(" or ");
    const says = `is ${kindNamed(kind)}, which takes no ${field}. Set its kind to ${kinds} in the same list of edits, or leave ${field} out.`;
    refuse(draft, "kind_fields", `${name} ${says}`, slot);
  }
  if (!given.has("kind")) return;
  const dropped = foreign.filter((field) => fields.delete(field));
  if (dropped.length === 0) return;
  draft.notes.push(`${name} no longer has ${listOf(dropped)}, which ${kindNamed(kind)} does not take.`);
}
