import { findReferences } from "#server/core/references.ts";
import { settledStep } from "#server/core/scope.ts";
import type { Attempt } from "./step-runner-attempt.ts";
import type { Datum } from "./step-runner-data.ts";

/** The outputs that the step depends on or refers to, and a declared run input, as data. */
export function materialData(attempt: Attempt): Datum[] {
  const { step, plan, results, runInput } = attempt.request;
  const referred = findReferences(step.input ?? null).flatMap(({ reference }) =>
    reference.source === "step" ? [reference.stepId] : [],
  );
  const ids = new Set([...step.dependsOn, ...referred]);

  const outputs = plan.steps.flatMap(({ id, title }, index): Datum[] => {
    const result = ids.has(id) ? settledStep({ input: null, steps: results }, id) : undefined;
    if (!result) return [];
    const label = `Step ${index + 1} "${title}" (${id}), ${result.status}`;
    if (result.status === "completed") return [{ label: `${label}, output`, value: result.output }];
    return [result.error === undefined ? { label } : { label: `${label}, why`, value: result.error }];
  });
  const payload = step.usesRunInput === true ? [{ label: "Run input", value: runInput }] : [];
  return [...payload, ...outputs];
}

/** Every failed try so far as data; empty on the first. */
export function correctionsData(attempt: Attempt): Datum[] {
  const { corrections } = attempt.request;
  return corrections.map(({ attempt: number, ...told }) => ({
    label: `Attempt ${number}`,
    value: { ...told },
  }));
}
