import { shortened } from "#server/core/characters.ts";
import type { Json } from "#server/core/json.ts";
import { type Issue, STEP_ID_PATTERN, type Step, stepName } from "#server/core/plan.ts";
import { mapStrings } from "#server/core/references.ts";
import { freeId, slugOf } from "#server/core/slug.ts";
import type { LooseStep } from "./loose-step.ts";

/** Pasted steps with ids that a plan can have, and with their links following. */
export function linkSteps(loose: readonly LooseStep[]): { steps: Step[]; issues: Issue[] } {
  const renamed = renamedIds(loose);
  const taken = new Set([
    ...loose.flatMap(({ id }) => (id !== null && STEP_ID_PATTERN.test(id) ? [id] : [])),
    ...renamed.values(),
  ]);
  const ids = loose.map(({ id, title }, index) => {
    if (id !== null) return renamed.get(id) ?? id;
    const made = freeId(slugOf(title) || `step-${index + 1}`, taken);
    taken.add(made);
    return made;
  });
  const targets = linkTargets(loose, ids);
  const linked = (link: string) => targets.get(link) ?? targets.get(link.trim().toLowerCase()) ?? link;

  const steps = loose.map(({ title, dependsOn, fields }, index): Step => {
    const { input, if: condition, verifies, precondition } = fields;
    return {
      kind: "reasoning",
      instructions: "",
      expectedOutput: "",
      ...fields,
      id: ids[index] ?? "",
      title,
      dependsOn: dependsOn.map(linked),
      ...(input !== undefined && { input: followed(input, renamed) }),
      ...(condition !== undefined && { if: followedText(condition, renamed) }),
      ...(verifies !== undefined && { verifies: linked(verifies) }),
      ...(precondition?.input !== undefined && {
        precondition: { ...precondition, input: followed(precondition.input, renamed) },
      }),
    };
  });
  const issues = loose.flatMap(({ id }, index): Issue[] => {
    const step = steps[index];
    if (!step || id === null || !renamed.has(id)) return [];
    const name = stepName(index + 1, step.title);
    const message = `${name} had the id "${shortened(id)}", which plans cannot have. It is now "${step.id}", and what links to it follows.`;
    return [
      {
        severity: "warning",
        code: "renamed_id",
        stepId: step.id,
        stepNumber: index + 1,
        path: "id",
        message,
      },
    ];
  });
  return { steps, issues };
}

/** For ids outside the pattern: equal ones get one new id, different ones different ids. */
function renamedIds(loose: readonly LooseStep[]): Map<string, string> {
  const taken = new Set(loose.flatMap(({ id }) => (id !== null && STEP_ID_PATTERN.test(id) ? [id] : [])));
  const renamed = new Map<string, string>();
  for (const [index, { id }] of loose.entries()) {
    if (id === null || STEP_ID_PATTERN.test(id) || renamed.has(id)) continue;
    const made = freeId(slugOf(id) || `step-${index + 1}`, taken);
    renamed.set(id, made);
    taken.add(made);
  }
  return renamed;
}

/** What a link may say, and the id that it means: an id first; a step that came without one by its name. */
function linkTargets(loose: readonly LooseStep[], ids: readonly string[]): Map<string, string> {
  const targets = new Map<string, string>();
  const offer = (text: string, id: string | undefined) => {
    if (id !== undefined && !targets.has(text)) targets.set(text, id);
  };
  for (const [index, { id }] of loose.entries()) if (id !== null) offer(id, ids[index]);
  for (const id of ids) offer(id, id);
  for (const change of [(name: string) => name, (name: string) => name.trim().toLowerCase()]) {
    for (const [index, { id, names }] of loose.entries()) {
      if (id === null)
        for (const name of names.filter((text) => text.trim() !== "")) offer(change(name), ids[index]);
    }
  }
  if (loose.every(({ id }) => id === null))
    for (const [index, id] of ids.entries()) offer(String(index + 1), id);
  return targets;
}

function followed(template: Json, renamed: ReadonlyMap<string, string>): Json {
  return renamed.size === 0 ? template : mapStrings(template, (text) => followedText(text, renamed));
}

/** References to ids that no reference can name are found by their text. */
function followedText(text: string, renamed: ReadonlyMap<string, string>): string {
  if (!text.includes("$")) return text;
  let followedTo = text;
  for (const [from, to] of renamed) {
    for (const dollar of ["$", "${"]) {
      for (const field of [".output", ".status"])
        followedTo = followedTo.replaceAll(`${dollar}${from}${field}`, `${dollar}${to}${field}`);
    }
  }
  return followedTo;
}
