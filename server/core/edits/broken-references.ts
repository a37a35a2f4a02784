import { ancestry } from "#server/core/ancestry.ts";
import type { Step } from "#server/core/plan.ts";
import { writeReference } from "#server/core/references.ts";
import { type Draft, listOf, lowered, nameOfId, nameOfSlot, refuse, type Slot, unique } from "./draft.ts";
import { referencesIn, stepsReadBy } from "./step-references.ts";

type Broken = { slot: Slot; to: string };

/** Refuses references that the edits have broken: to a step that is gone or that does not come before its reader. */
export function refuseBrokenReferences(draft: Draft): void {
  const broken = newlyBroken(draft);
  const present = new Set(draft.slots.map((slot) => slot.step.id));
  const gone = unique(broken.map(({ to }) => to)).filter((id) => !present.has(id) && draft.removed.has(id));
  for (const id of gone) {
    const readers = broken.filter(({ to }) => to === id).map(({ slot }) => slot);
    refuseRemoval(draft, id, readers);
  }
  for (const item of broken) if (!gone.includes(item.to)) refuseReader(draft, item, present.has(item.to));
}

/** The same as notes, for a plan that is proposed as a whole. */
export function noteBrokenReferences(draft: Draft): void {
  for (const { slot, to } of newlyBroken(draft)) {
    draft.notes.push(`${nameOfSlot(draft, slot)} refers to $${to}, which does not come before it.`);
  }
}

function newlyBroken(draft: Draft): Broken[] {
  const was = new Set(brokenIn(draft.start, draft.before.steps).map(keyOf));
  const steps = draft.slots.map((slot) => slot.step);
  return brokenIn(draft.slots, steps).filter((item) => !was.has(keyOf(item)));
}

function keyOf({ slot, to }: Broken): string {
  return `${slot.step.id} ${to}`;
}

function brokenIn(slots: readonly Slot[], steps: readonly Step[]): Broken[] {
  const isBefore = ancestry(steps);
  return steps.flatMap((step, index) => {
    const slot = slots[index] ?? { step };
    return [...stepsReadBy(step)]
      .filter((to) => to === step.id || !isBefore(to, step.id))
      .map((to) => ({ slot: slot.step === step ? slot : { step }, to }));
  });
}

function refuseRemoval(draft: Draft, id: string, readers: readonly Slot[]): void {
  const slot = draft.removed.get(id)?.slot;
  if (!slot) return;
  const names = readers.map((reader) => lowered(nameOfSlot(draft, reader)));
  const read = unique(readers.flatMap((reader) => referencesTo(reader.step, id)));
  const [verb, them, their] =
    readers.length === 1 ? ["reads", "that step", "its"] : ["read", "those steps", "their"];
  refuse(
    draft,
    "broken_reference",
    `${nameOfSlot(draft, slot)} cannot be removed, because ${listOf(names)} ${verb} ${listOf(read)}. Remove ${them} too, or first change what ${their} input and condition read.`,
    slot,
  );
}

function refuseReader(draft: Draft, { slot, to }: Broken, isPresent: boolean): void {
  const name = nameOfSlot(draft, slot);
  const read = listOf(referencesTo(slot.step, to));
  const other = lowered(nameOfId(draft, to));
  const says =
    to === slot.step.id
      ? `${name} cannot read ${read}, its own result. Let it read a step that comes before it.`
      : isPresent
        ? `${name} reads ${read}, so it has to come after ${other}. Keep it waiting for that step, directly or through others, or first change what its input and condition read.`
        : `${name} reads ${read}, and the plan has no step "${to}". Bring that step back or add it, or change what its input and condition read.`;
  refuse(draft, "broken_reference", says, slot);
}

function referencesTo(step: Step, id: string): string[] {
  const own = referencesIn(step).filter((item) => item.source === "step" && item.stepId === id);
  return unique(own.map(writeReference));
}
