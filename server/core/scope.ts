import type { StepResult } from "./attempt.ts";
import type { Json } from "./json.ts";

/** What references may read: the run input, and settled steps by id. */
export type Scope = {
  input: Json | null;
  steps: Readonly<Record<string, StepResult>>;
};

export function settledStep(scope: Scope, stepId: string): StepResult | undefined {
  return Object.hasOwn(scope.steps, stepId) ? scope.steps[stepId] : undefined;
}
