import { type Draft, note, setAttempt, stepOf } from "./draft.ts";
import { isSettled } from "./run-state.ts";
import { skipStep } from "./settle.ts";

/** Ends the run: what is open is skipped, and results that are still under way will be refused. */
export function cancelSteps(draft: Draft, by: string): void {
  note(draft, "run-canceled", null, { by });
  for (const stepId of draft.plan.order) {
    const step = stepOf(draft, stepId);
    if (isSettled(step)) continue;
    if (step.status === "running") {
      setAttempt(draft, stepId, { status: "interrupted", error: { message: "The run was canceled." } });
    }
    skipStep(draft, stepId, "canceled");
  }
  draft.isCanceled = true;
}
