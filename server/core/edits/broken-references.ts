import { ancestry } from "#server/core/ancestry.ts";
import { didYouMean } from "#server/core/check/known-names.ts";
import { listOf } from "#server/core/list-of.ts";
import type { Step } from "#server/core/plan.ts";
import { writeReference } from "#server/core/references.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, quoted, refuse, type Slot, unique } from "./draft.ts";
import { referencesIn, stepsReadBy } from "./step-references.ts";

type Broken = { slot: Slot; to: string; how: "reads" | "confirms" };

/** Refuses references that the edits have broken: to a step that is gone or that does not come before its reader. */
export function refuseBrokenReferences(draft: Draft): void {
  const present = new Set(draft.slots.map((slot) => slot.step.id));
  const byRemoved = Map.groupBy(newlyBroken(draft), ({ to }) =>
    present.has(to) ? undefined : draft.removed.get(to),
  );
  for (const [removed, broken] of byRemoved) {
    if (removed) refuseRemoval(draft, removed, broken);
    else
      for (const item of broken)
        refuse(draft, "broken_reference", problemOf(draft, item, present), item.slot);
  }
}

/** The same as notes, for a plan that is proposed as a whole. */
export function noteBrokenReferences(draft: Draft): void {
  for (const { slot, to, how } of newlyBroken(draft)) {
    const does = how === "reads" ? `refers to $${to}` : `confirms ${lowered(nameOfId(draft, to))}`;
    draft.notes.push(`${nameOfSlot(draft, slot)} ${does}, which does not come before it.`);
  }
}

function newlyBroken(draft: Draft): Broken[] {
  const old = new Set(draft.before.steps);
  // While every step still waits for all that it waited for, only a step that changed can have lost what it reads.
  const judged = keepsOrder(draft) ? draft.slots.filter((slot) => !old.has(slot.step)) : draft.slots;
  const broken = brokenIn(draft.slots, judged);
  if (broken.length === 0) return [];
  const start = draft.before.steps.map((step) => ({ step }));
  const was = new Set(brokenIn(start, start).map(keyOf));
  return broken.filter((item) => !was.has(keyOf(item)));
}

function keyOf({ slot, to, how }: Broken): string {
  return `${slot.step.id} ${how} ${to}`;
}

function keepsOrder({ slots, before }: Draft): boolean {
  const now = new Map(slots.map(({ step }) => [step.id, step.dependsOn]));
  return before.steps.every((step) => {
    const links = now.get(step.id);
    return links !== undefined && step.dependsOn.every((id) => links.includes(id));
  });
}

/** What the judged slots read or confirm without coming after it, in the plan of all slots. */
function brokenIn(slots: readonly Slot[], judged: readonly Slot[]): Broken[] {
  const steps = slots.map((slot) => slot.step);
  const ids = new Set(steps.map((step) => step.id));
  const isBefore = ancestry(steps);
  const isBroken = (step: Step, to: string) => {
    const isLinked = step.dependsOn.includes(to) && ids.has(to);
    return to === step.id || !(isLinked || isBefore(to, step.id));
  };
  return judged.flatMap((slot): Broken[] => {
    const { step } = slot;
    const read = [...stepsReadBy(step)].filter((to) => isBroken(step, to));
    const confirmed = step.verifies !== undefined && isBroken(step, step.verifies) ? [step.verifies] : [];
    return [
      ...read.map((to) => ({ slot, to, how: "reads" as const })),
      ...confirmed.map((to) => ({ slot, to, how: "confirms" as const })),
    ];
  });
}

function refuseRemoval(draft: Draft, removed: Slot, broken: readonly Broken[]): void {
  const names = broken.map(({ slot }) => lowered(nameOfSlot(draft, slot)));
  const read = unique(broken.flatMap(({ slot }) => referencesTo(slot.step, removed.step.id)));
  const [verb, them, their] =
    broken.length === 1 ? ["reads", "that step", "its"] : ["read", "those steps", "their"];
  refuse(
    draft,
    "broken_reference",
    `${nameOfSlot(draft, removed)} cannot be removed, because ${listOf(names)} ${verb} ${listOf(read)}. Remove ${them} too, or first change what ${their} input and condition read.`,
    removed,
  );
}

function problemOf(draft: Draft, { slot, to, how }: Broken, present: ReadonlySet<string>): string {
  const name = nameOfSlot(draft, slot);
  const other = lowered(nameOfId(draft, to));
  if (how === "confirms") {
    if (to === slot.step.id)
      return `${name} cannot confirm itself. Let it confirm a step that comes before it.`;
    return `${name} confirms ${other}, so it has to come after it. Keep it waiting for that step, directly or through others, or first change what it confirms.`;
  }
  const read = listOf(referencesTo(slot.step, to));
  if (to === slot.step.id)
    return `${name} cannot read ${read}, its own result. Let it read a step that comes before it.`;
  return present.has(to)
    ? `${name} reads ${read}, so it has to come after ${other}. Keep it waiting for that step, directly or through others, or first change what its input and condition read.`
    : `${name} reads ${read}, and the plan has no step ${quoted(to)}.${didYouMean(to, present)} Bring that step back or add it, or change what its input and condition read.`;
}

function referencesTo(step: Step, id: string): string[] {
  const own = referencesIn(step).filter((item) => item.source === "step" && item.stepId === id);
  return unique(own.map(writeReference));
}
