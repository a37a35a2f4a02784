import type { StepState } from "./run-state.ts";

/** Steps in the middle of a call that must not be made twice, or of which nobody knows what it did. */
export function openCalls(steps: ReadonlyMap<string, StepState>): string[] {
  return [...steps].flatMap(([stepId, { status, reason, hasActed }]) => {
    const isCalling = status === "running" && hasActed;
    return isCalling || reason === "outcome_unknown" ? [stepId] : [];
  });
}
