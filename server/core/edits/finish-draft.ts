import { ancestry } from "#server/core/ancestry.ts";
import { pathBetween } from "#server/core/graph.ts";
import { MAX_STEPS, type Plan, type Step } from "#server/core/plan.ts";
import { noteBrokenReferences, refuseBrokenReferences } from "./broken-references.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, refuse } from "./draft.ts";
import { refuseLostOutputs } from "./lost-outputs.ts";
import { refuseBadTitle } from "./text-rules.ts";

/** The plan after all edits. Refuses an error of the graph or a broken reference that was not there before; judged on the end only. */
export function finishEdits(draft: Draft): Plan {
  refuseLostOutputs(draft);
  return finish(draft, refuseBrokenReferences);
}

/** The plan of a proposal, in which a reference that does not hold is a note. */
export function finishProposal(draft: Draft): Plan {
  return finish(draft, noteBrokenReferences);
}

function finish(draft: Draft, judgeReferences: (draft: Draft) => void): Plan {
  const steps = draft.slots.map((slot) => slot.step);
  if (steps.length > MAX_STEPS && steps.length > draft.before.steps.length) {
    const says = `A plan has at most ${MAX_STEPS} steps; this one would have ${steps.length}. Leave some out or merge some.`;
    refuse(draft, "too_many_steps", says);
  }
  refuseNewBadTitles(draft);
  refuseNewCircles(draft, steps);
  judgeReferences(draft);
  const { plan } = draft;
  const isSame =
    steps.length === plan.steps.length && steps.every((step, index) => step === plan.steps[index]);
  return isSame ? plan : { ...plan, steps };
}

function refuseNewBadTitles(draft: Draft): void {
  for (const slot of draft.slots) {
    const { title } = slot.step;
    const before = draft.before.steps[(draft.numbers.get(slot) ?? 0) - 1];
    if (before?.title !== title) refuseBadTitle(draft, title, slot);
  }
}

/** A link that closes a circle is refused, unless both of its steps were in one circle before. Each circle is told once. */
function refuseNewCircles(draft: Draft, steps: readonly Step[]): void {
  const had = new Map(draft.before.steps.map((step) => [step.id, step.dependsOn]));
  const wasBefore = ancestry(draft.before.steps);
  const isBefore = ancestry(steps);
  const told: Set<string>[] = [];

  for (const slot of draft.slots) {
    const { id, dependsOn } = slot.step;
    const old = had.get(id);
    if (dependsOn === old) continue;
    for (const other of dependsOn) {
      if (old?.includes(other) || (wasBefore(id, other) && wasBefore(other, id))) continue;
      const circle = isBefore(id, other) ? pathBetween(other, id, steps) : null;
      if (!circle || told.some((ids) => ids.has(id) && ids.has(other))) continue;
      told.push(new Set(circle));
      const name = lowered(nameOfId(draft, other));
      const way = circle.map((item) => nameOfId(draft, item).replace(/^Step /, "")).join(" waits for ");
      const says = `cannot wait for ${name}, because ${name} already waits for it: ${way}.`;
      refuse(draft, "cycle", `${nameOfSlot(draft, slot)} ${says}`, slot);
    }
  }
}
