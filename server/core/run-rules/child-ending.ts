import type { JsonObject } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import type { StepReason } from "#server/core/run.ts";
import type { StepState } from "./run-state.ts";

/** What has to be known of each step of a run that ended. */
export type EndedStep = Pick<StepState, "status" | "reason" | "output" | "hasActed" | "childRunId"> & {
  /** Whether a person refused what it wanted to do. */
  isRejected: boolean;
};

type EndedSteps = ReadonlyMap<string, EndedStep>;

/** The outputs of the steps that no other waits for, by id; null where one did not complete. */
export function outputsOf(plan: Plan, steps: EndedSteps): JsonObject {
  const awaited = new Set(plan.steps.flatMap((step) => step.dependsOn));
  const last = plan.steps.filter(({ id }) => !awaited.has(id));
  return Object.fromEntries(last.map(({ id }) => [id, steps.get(id)?.output ?? null]));
}

// What another run may mend: it tries the step anew. A person's no, and what no retry can mend, stay.
const WORTH_A_RUN: readonly (StepReason | null)[] = ["attempts_exhausted", "check_failed"];

/** Whether another run may end better than this one, which failed. */
export function isWorthAnother(plan: Plan, steps: EndedSteps): boolean {
  return plan.steps.every(({ id, onError }) => {
    const step = steps.get(id);
    if (step?.status !== "failed" || onError === "continue") return true;
    return WORTH_A_RUN.includes(step.reason) && !step.isRejected;
  });
}

/**
 * Whether another run, which takes over what completed, can do nothing twice: no step may have had an
 * effect that is not known. A step whose attempts are used up was known to have had none each time.
 */
export function isSafeToRepeat(steps: EndedSteps): boolean {
  return [...steps.values()].every(
    ({ status, reason, hasActed, childRunId }) =>
      status === "completed" || reason === "attempts_exhausted" || (!hasActed && childRunId === null),
  );
}
