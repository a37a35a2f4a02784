import { findReferences } from "#server/core/references.ts";
import { settledStep } from "#server/core/scope.ts";
import type { Attempt } from "./step-runner-attempt.ts";
import { quotedData } from "./step-runner-data.ts";

/** The outputs that the step depends on or refers to, and a declared run input, as quoted data. */
export function materialData(attempt: Attempt): string {
  const { step, plan, results, runInput } = attempt.request;
  const referred = findReferences(step.input ?? null).flatMap(({ reference }) =>
    reference.source === "step" ? [reference.stepId] : [],
  );
  const ids = new Set([...step.dependsOn, ...referred]);

  const outputs = plan.steps.flatMap(({ id, title }, index) => {
    const result = ids.has(id) ? settledStep({ input: null, steps: results }, id) : undefined;
    if (!result) return [];
    const label = `Step ${index + 1} "${title}" (${id}), ${result.status}`;
    return [result.status === "completed" ? quotedData(`${label}, output`, result.output) : label];
  });
  const payload = step.usesRunInput === true ? [quotedData("Run input", runInput)] : [];
  return [...payload, ...outputs].join("\n\n");
}

/** Every failed try so far as quoted data; empty on the first. */
export function correctionsData(attempt: Attempt): string {
  const { corrections } = attempt.request;
  return corrections
    .map(({ attempt: number, ...told }) => quotedData(`Attempt ${number}`, { ...told }))
    .join("\n\n");
}
