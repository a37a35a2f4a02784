import { shortened } from "#server/core/characters.ts";
import { type Issue, STEP_ID_PATTERN, type Step, stepName } from "#server/core/plan.ts";
import { slugOf } from "#server/core/slug.ts";

type Renamed = ReadonlyMap<string, string>;

/** For ids that plans cannot have: equal ones get one new id, different ones different ids. */
export function renamedIds(ids: readonly (string | null)[]): Renamed {
  const taken = new Set(ids.filter((id): id is string => id !== null && STEP_ID_PATTERN.test(id)));
  const makeId = idMaker(taken);
  const renamed = new Map<string, string>();
  for (const [index, id] of ids.entries()) {
    if (id === null || STEP_ID_PATTERN.test(id) || renamed.has(id)) continue;
    renamed.set(id, makeId(id, index));
  }
  return renamed;
}

/** Makes ids out of texts. Each is new; numbers behind equal ones go on where they stopped. */
export function idMaker(taken: Set<string>): (text: string, index: number) => string {
  const numbers = new Map<string, number>();
  return (text, index) => {
    const wanted = slugOf(text) || `step-${index + 1}`;
    for (let number = numbers.get(wanted) ?? 1; ; number += 1) {
      const id = number === 1 ? wanted : `${wanted}-${number}`;
      if (taken.has(id)) continue;
      numbers.set(wanted, number);
      taken.add(id);
      return id;
    }
  };
}

/** What was renamed, step by step; `ids` are the ids as they came. */
export function renamedIssues(steps: readonly Step[], ids: readonly (string | null)[]): Issue[] {
  return steps.flatMap((step, index): Issue[] => {
    const id = ids[index] ?? step.id;
    if (id === step.id) return [];
    const says = `had the id "${shortened(id)}", which plans cannot have. It is now "${step.id}", and what links to it follows.`;
    return [
      {
        severity: "warning",
        code: "renamed_id",
        stepId: step.id,
        stepNumber: index + 1,
        path: "id",
        message: `${stepName(index + 1, step.title)} ${says}`,
      },
    ];
  });
}
