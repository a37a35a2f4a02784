import type { EditOf, PlanEdit } from "#server/core/edit-schema.ts";
import { itemAt } from "#server/core/item-at.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, refuse, type Slot } from "./draft.ts";
import { findStep } from "./find-step.ts";
import { refuseNewId } from "./new-id.ts";
import { copiesOf, heirOf, partsOf } from "./parts-of-split.ts";
import { settle } from "./settle-step.ts";
import { outputsRead, readersOf, redirectReferences } from "./step-references.ts";
import { redirectChecks, rewire } from "./wiring.ts";

const MAX_PARTS = 10;

/** Approval, condition and policy go to every part. The first part keeps the id. */
export function splitStep(draft: Draft, edit: EditOf<"split_step">, later: readonly PlanEdit[]): void {
  const { parts, arrangement } = edit;
  const slot = findStep(draft, edit.step);
  if (!slot) return;
  const [first, ...others] = parts;
  if (!first || others.length === 0 || parts.length > MAX_PARTS) {
    const says = `${nameOfSlot(draft, slot)} can be split into 2 to ${MAX_PARTS} parts, not ${parts.length}.`;
    refuse(draft, "bad_split", says, slot);
    return;
  }
  const whole = slot.step;
  const last = itemAt(parts, parts.length - 1).id;
  const isParallel = arrangement === "parallel";
  const name = lowered(nameOfSlot(draft, slot));
  const made = partsOf(draft, slot, edit, later);
  const heir = heirOf(whole, made);
  const readers = readersOf(draft, whole.id).filter((reader) => reader !== slot);
  if (isParallel) refuseReaders(draft, slot);
  rewire(draft, whole.id, isParallel ? [whole.id, ...others.map((part) => part.id)] : [last]);
  const checkers = redirectChecks(draft, [whole.id], heir);

  let previous = whole.id;
  for (const [index, { id, title, instructions, expectedOutput, settings }] of others.entries()) {
    refuseNewId(draft, id);
    const dependsOn = isParallel ? whole.dependsOn : [previous];
    const place = { step: { ...whole, id, title, instructions, expectedOutput, dependsOn } };
    place.step = settle(draft, place, settings) ?? place.step;
    draft.slots.splice(draft.slots.indexOf(slot) + 1 + index, 0, place);
    previous = id;
  }
  const { title, instructions, expectedOutput } = first;
  slot.step = settle(draft, slot, first.settings, { ...whole, title, instructions, expectedOutput }) ?? whole;
  if (!isParallel) {
    const isOfResult = (reader: Slot) =>
      checkers.includes(reader) || outputsRead(reader.step, whole.id).length > 0;
    const [ofResult, ofStatus] = [readers.filter(isOfResult), readers.filter((item) => !isOfResult(item))];
    handOn(draft, ofResult, whole.id, heir, (part) => `What read ${name} now reads ${part}.`);
    handOn(
      draft,
      ofStatus,
      whole.id,
      last,
      (part) => `What read the status of ${name} now reads that of ${part}.`,
    );
  }
  for (const checker of checkers) noteChecker(draft, checker, heir);
  draft.notes.push(...copiesOf(whole, made));
}

function handOn(
  draft: Draft,
  readers: readonly Slot[],
  from: string,
  to: string,
  says: (part: string) => string,
): void {
  if (readers.length === 0) return;
  if (to !== from) redirectReferences(readers, from, to);
  draft.notes.push(says(lowered(nameOfId(draft, to))));
}

/** What the others read of a step has no single place after it is split side by side. */
function refuseReaders(draft: Draft, slot: Slot): void {
  const { id } = slot.step;
  for (const reader of readersOf(draft, id)) {
    const says = `refers to $${id}, and after a parallel split it is not clear which part is meant. Change its input or condition first, or split into a chain.`;
    refuse(draft, "broken_reference", `${nameOfSlot(draft, reader)} ${says}`, reader);
  }
}

function noteChecker(draft: Draft, checker: Slot, id: string): void {
  const part = lowered(nameOfId(draft, id));
  draft.notes.push(`${nameOfSlot(draft, checker)} now confirms ${part}, not the other parts.`);
}
