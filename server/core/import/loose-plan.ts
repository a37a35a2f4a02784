import { type Issue, type Plan, planSchema } from "#server/core/plan.ts";
import { ignoredIssues, noteIssue } from "./ignored-fields.ts";
import { linkSteps, withPossibleIds } from "./link-steps.ts";
import { type Behind, takeEdges } from "./loose-edges.ts";
import { fieldsOf } from "./loose-fields.ts";
import { looseStep } from "./loose-step.ts";
import type { PastedPlan } from "./pasted-plan.ts";
import { planFields } from "./plan-fields.ts";
import { renamedIssues } from "./rename-ids.ts";
import { withVisibleTitles } from "./visible-titles.ts";

type Imported = { plan: Plan; issues: Issue[] };

/** A plan in our form or a looser one as a draft, with what was left out and renamed. */
export function importedPlan(pasted: PastedPlan): Imported {
  const own = planSchema.safeParse({ ...pasted.plan, steps: pasted.steps });
  const { plan, issues } = own.success && !pasted.isNumbered ? ownPlan(own.data) : loosePlan(pasted);
  const shown = withVisibleTitles(plan);
  return {
    plan: shown.plan,
    issues: [...[...(pasted.notes ?? []), ...shown.notes].map(noteIssue), ...issues],
  };
}

function ownPlan(plan: Plan): Imported {
  const kept = withPossibleIds(plan);
  return {
    plan: kept,
    issues: renamedIssues(
      kept.steps,
      plan.steps.map(({ id }) => id),
    ),
  };
}

function loosePlan(pasted: PastedPlan): Imported {
  const fields = fieldsOf(pasted.plan);
  const { title, objective, ...rest } = planFields(fields);
  const edges = takeEdges(fields);
  const loose = pasted.steps.map((step, index) => looseStep(step, index + 1));
  const { steps, unplaced } = linkSteps(loose, edges, pasted.isNumbered === true);
  const lostOf = (links: readonly Behind[]) =>
    [...new Set(links.map(({ at }) => at))].filter((at) => unplaced.has(at));

  const ofSteps = loose.flatMap(({ title: stepTitle, ignored, requiredBy }, index) =>
    ignoredIssues([...ignored, ...lostOf(requiredBy)], {
      stepId: steps[index]?.id,
      number: index + 1,
      title: stepTitle,
    }),
  );
  const ids = loose.map(({ id }) => id);
  return {
    plan: { title, objective, steps, ...rest },
    issues: [
      ...ignoredIssues([...fields.left(), ...lostOf(edges)]),
      ...renamedIssues(steps, ids),
      ...ofSteps,
    ],
  };
}
