import { findReferences } from "#server/core/references.ts";
import { capitalised, type ListedPlan, type ListedStep, namesOf, refOf } from "./listed-plan.ts";
import type { Edit } from "./understanding.ts";

/** Who reads what the new step makes, and who still reads what it was made of. */
export function readersTold(
  inputs: readonly Edit[],
  waits: readonly ListedStep[],
  required: readonly ListedStep[],
  plan: ListedPlan,
): string {
  const isChanged = (step: ListedStep) => inputs.some((edit) => edit["step"] === refOf(step, plan));
  const changed = required.filter(isChanged);
  const sources = waits.filter((wait) => required.some((step) => !isChanged(step) && reads(step, wait)));
  const kept = required.filter((step) => !isChanged(step) && sources.some((source) => reads(step, source)));
  return [
    changed.length > 0
      ? `. ${capitalised(namesOf(changed))} ${changed.length > 1 ? "read" : "reads"} its output now`
      : "",
    kept.length > 0
      ? `. ${capitalised(namesOf(kept))} still ${kept.length > 1 ? "read" : "reads"} the output of ${namesOf(sources)}, not that of the new step`
      : "",
  ].join("");
}

function reads(step: ListedStep, source: ListedStep): boolean {
  if (step.input === undefined || source.id === null) return false;
  return findReferences(step.input).some(
    ({ reference }) => reference.source === "step" && reference.stepId === source.id,
  );
}
