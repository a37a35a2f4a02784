import { ancestry } from "#server/core/ancestry.ts";
import { pathBetween } from "#server/core/graph.ts";
import { MAX_STEPS, type Plan, type Step } from "#server/core/plan.ts";
import { noteBrokenReferences, refuseBrokenReferences } from "./broken-references.ts";
import { type Draft, lowered, nameOfId, nameOfSlot, refuse } from "./draft.ts";
import { followRemoved } from "./follow-references.ts";

/** The plan after all edits. Refuses an error of the graph or a broken reference that was not there before; judged on the end only. */
export function finishEdits(draft: Draft): Plan {
  followRemoved(draft);
  return finish(draft, refuseBrokenReferences);
}

/** The plan of a proposal, in which a reference that does not hold is a note. */
export function finishProposal(draft: Draft): Plan {
  return finish(draft, noteBrokenReferences);
}

function finish(draft: Draft, judgeReferences: (draft: Draft) => void): Plan {
  const steps = draft.slots.map((slot) => slot.step);
  refuseNewGraphErrors(draft, steps);
  if (draft.refusals.length === 0) judgeReferences(draft);
  if (draft.refusals.length > 0) return draft.before;
  if (steps.length > MAX_STEPS && steps.length > draft.before.steps.length) {
    refuse(
      draft,
      "too_many_steps",
      `A plan has at most ${MAX_STEPS} steps; this one would have ${steps.length}.`,
    );
  }
  const { plan } = draft;
  const isSame =
    steps.length === plan.steps.length && steps.every((step, index) => step === plan.steps[index]);
  return isSame ? plan : { ...plan, steps };
}

function refuseNewGraphErrors(draft: Draft, steps: readonly Step[]): void {
  const had = new Map(draft.before.steps.map((step) => [step.id, step]));
  const now = new Set(steps.map((step) => step.id));
  const wasBefore = ancestry(draft.before.steps);
  const isBefore = ancestry(steps);

  for (const slot of draft.slots) {
    const { id } = slot.step;
    for (const dependency of slot.step.dependsOn) {
      const isOld = had.get(id)?.dependsOn.includes(dependency) === true;
      if (isOld && (now.has(dependency) || !had.has(dependency))) continue;
      const name = nameOfSlot(draft, slot);
      if (!now.has(dependency)) {
        refuse(
          draft,
          "missing_dependency",
          `${name} depends on "${dependency}", which is not a step of this plan.`,
          slot,
        );
        continue;
      }
      if (dependency !== id && !isBefore(id, dependency)) continue;
      if (wasBefore(id, dependency) && wasBefore(dependency, id)) continue;
      const other = lowered(nameOfId(draft, dependency));
      const way = dependency === id ? [id] : (pathBetween(dependency, id, steps) ?? []);
      const circle = way.map((item) => nameOfId(draft, item).replace(/^Step /, "")).join(" waits for ");
      refuse(
        draft,
        "cycle",
        `${name} cannot wait for ${other}, because ${other} already waits for it: ${circle}.`,
        slot,
      );
    }
  }
}
