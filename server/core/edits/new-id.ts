import { STEP_ID_PATTERN } from "#server/core/plan.ts";
import { freeId } from "#server/core/slug.ts";
import { type Draft, lowered, nameOfSlot, quoted, refuse } from "./draft.ts";

const MAX_FREE_ID = 60;

/** Refuses an id that is none, and one that the agent has or had. */
export function refuseNewId(draft: Draft, id: string): void {
  refuseBadId(draft, id);
  const used = usedIds(draft);
  const holder = [...draft.slots, ...draft.start].find((slot) => slot.step.id === id);
  if (!holder && !used.has(id)) return;
  const free = freeId(id.slice(0, MAX_FREE_ID), used);
  if (holder) {
    const says = `is taken by ${lowered(nameOfSlot(draft, holder))}. Choose another, such as "${free}".`;
    refuse(draft, "duplicate_id", `The id ${quoted(id)} ${says}`);
  } else {
    const says = `belonged to a step that was removed. Choose another, such as "${free}", or bring that step back with restore_step.`;
    refuse(draft, "used_id", `The id ${quoted(id)} ${says}`);
  }
}

export function refuseBadId(draft: Draft, id: string): void {
  if (STEP_ID_PATTERN.test(id)) return;
  const says =
    'is no id: letters, digits, - and _, at most 64, beginning with a letter or digit, and not "input".';
  refuse(draft, "bad_id", `${quoted(id)} ${says}`);
}

/** Every id that the agent has or had. */
function usedIds(draft: Draft): Set<string> {
  const plans = Object.values(draft.revisions).flatMap((plan) => plan.steps);
  const slots = [...draft.slots, ...draft.start].map((slot) => slot.step);
  return new Set([...draft.usedIds, ...plans.map((step) => step.id), ...slots.map((step) => step.id)]);
}
