import { didYouMean } from "#server/core/check/known-names.ts";
import type { EditOf } from "#server/core/edit-schema.ts";
import { listOf } from "#server/core/list-of.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { type Draft, nameOfSlot, quoted, refuse, type Slot } from "./draft.ts";
import { goneSteps } from "./gone-steps.ts";
import { refuseBadId } from "./new-id.ts";
import { requireBy } from "./wiring.ts";

/** A step of an older revision, and the plan that it stood in. */
type Found = { step: Step; source: Plan };

/** Brings back a removed step as it was, at its old place, with those dependencies that still exist. */
export function restoreStep(draft: Draft, edit: EditOf<"restore_step">): void {
  const { step: id, revision } = edit;
  const present = draft.slots.find((slot) => slot.step.id === id);
  if (present) {
    const says = `${nameOfSlot(draft, present)} is part of the plan; there is nothing to bring back.`;
    refuse(draft, "not_removed", says, present);
    return;
  }
  const found = revision === null ? newestWith(draft, id) : inRevision(draft, id, revision);
  if (!found) return;
  const { step, source } = found;
  refuseBadId(draft, id);

  // A number of the list keeps meaning the step that had it.
  const slot: Slot = draft.start.find((item) => item.step.id === id) ?? { step };
  slot.step = withPresentLinks(draft, step);
  draft.slots.splice(oldPlace(draft, source, id), 0, slot);
  requireBy(draft, slot, edit.requiredBy);
}

/** The step without links to steps that the plan does not have, each told in a note. */
function withPresentLinks(draft: Draft, step: Step): Step {
  const ids = new Set(draft.slots.map((slot) => slot.step.id));
  const { verifies, ...rest } = step;
  const gone = step.dependsOn.filter((id) => !ids.has(id));
  const lost = [
    ...(gone.length > 0 ? [`waits for ${listOf(gone.map(quoted))}`] : []),
    ...(verifies !== undefined && !ids.has(verifies) ? [`confirms ${quoted(verifies)}`] : []),
  ];
  if (lost.length === 0) return step;
  for (const says of lost)
    draft.notes.push(`${quoted(step.title)} no longer ${says}, which the plan does not have.`);
  return {
    ...rest,
    dependsOn: step.dependsOn.filter((id) => ids.has(id)),
    ...(verifies !== undefined && ids.has(verifies) && { verifies }),
  };
}

function newestWith(draft: Draft, id: string): Found | null {
  const newestFirst = Object.entries(draft.revisions).sort(([a], [b]) => Number(b) - Number(a));
  for (const [, source] of newestFirst) {
    const step = source.steps.find((item) => item.id === id);
    if (step) return { step, source };
  }
  const says = `No revision has a step with the id ${quoted(id)}. ${goneSteps(draft, id)}`;
  return refuse(draft, "missing_step", says);
}

function inRevision(draft: Draft, id: string, revision: number): Found | null {
  const source = draft.revisions[revision];
  if (!source)
    return refuse(
      draft,
      "missing_revision",
      `There is no revision ${revision}. Leave the revision out for the newest one that has the step.`,
    );
  const step = source.steps.find((item) => item.id === id);
  if (step) return { step, source };
  const ids = source.steps.map((item) => item.id);
  const says = `Revision ${revision} has no step with the id ${quoted(id)}.${didYouMean(id, ids)} Leave the revision out for the newest one that has it.`;
  return refuse(draft, "missing_step", says);
}

/** Behind the nearest step that stood before it and is there, else in front of the nearest one behind it. */
function oldPlace(draft: Draft, source: Plan, id: string): number {
  const places = new Map(draft.slots.map((slot, index) => [slot.step.id, index]));
  let place: number | null = null;
  let isBehind = false;
  for (const other of source.steps) {
    const at = places.get(other.id);
    if (other.id === id) isBehind = true;
    else if (at === undefined) continue;
    else if (!isBehind) place = at + 1;
    else return place ?? at;
  }
  return place ?? draft.slots.length;
}
