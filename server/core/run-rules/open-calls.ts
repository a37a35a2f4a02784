import type { StepState } from "./run-state.ts";

/** Steps in the middle of a call that must not be made twice, or of which nobody knows what it did. */
export function openCalls(steps: ReadonlyMap<string, StepState>): string[] {
  return [...steps].flatMap(([stepId, step]) => (isOpenCall(step) ? [stepId] : []));
}

export function isOpenCall({
  status,
  reason,
  hasActed,
}: Pick<StepState, "status" | "reason" | "hasActed">): boolean {
  return (status === "running" && hasActed) || reason === "outcome_unknown";
}

/** Whether a cancel ended the step in, or after, a call of which nobody knows whether it had its effect. */
export function isUncertain({ reason, hasActed }: Pick<StepState, "reason" | "hasActed">): boolean {
  return reason === "canceled" && hasActed;
}
