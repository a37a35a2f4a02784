import { evaluateCondition } from "#server/core/evaluate-condition.ts";
import type { Step } from "#server/core/plan.ts";
import { resumeAfterChild } from "./child-run.ts";
import { standingOf } from "./dependencies.ts";
import { type Draft, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import { isSettled } from "./run-state.ts";
import { scopeOf } from "./run-scope.ts";
import { failStep, skipStep } from "./settle.ts";
import { beginWait, endWait } from "./wait-step.ts";

/**
 * Settles what needs no worker, in an order in which every step comes after its dependencies.
 * Answers with the steps that a worker may try now, and with whether some are only not due yet.
 */
export function progressSteps(draft: Draft): { ready: Step[]; isWaitingForRetry: boolean } {
  const ready: Step[] = [];
  let isWaitingForRetry = false;

  for (const stepId of draft.plan.order) {
    const state = stepOf(draft, stepId);
    const isDue = state.dueAt === null || state.dueAt <= draft.now;
    const step = planStep(draft.plan, stepId);
    if (state.status === "paused" && isDue && state.dueAt !== null) {
      if (state.reason === "wait") endWait(draft, stepId, state.dueAt);
      if (state.reason === "check") ready.push(step);
    }
    // Others may have used less than they held back.
    if (state.status === "paused" && state.reason === "budget" && state.reserved !== null) ready.push(step);
    if (resumeAfterChild(draft, stepId)) ready.push(step);
    if (state.status !== "pending") continue;
    if (state.startedAt !== null) {
      if (isDue) ready.push(step);
      else isWaitingForRetry = true;
      continue;
    }
    if (admit(draft, step)) ready.push(step);
  }
  // A failure above may have stopped steps that were found ready before it.
  return { ready: ready.filter((step) => !isSettled(stepOf(draft, step.id))), isWaitingForRetry };
}

/** Whether a step that was never dispatched may be tried; what settles it without a try is done here. */
function admit(draft: Draft, step: Step): boolean {
  const standing = standingOf(draft, step);
  if (standing.type === "blocked") {
    skipStep(draft, step.id, "upstream_failed", { causeStepId: standing.causeStepId });
    return false;
  }
  if (standing.type === "waits") return false;

  const condition = draft.plan.conditions.get(step.id);
  if (condition) {
    const holds = condition.ok
      ? evaluateCondition(condition.condition, scopeOf(draft, step))
      : { ok: false as const, error: { message: condition.problem } };
    if (!holds.ok) {
      failStep(draft, step.id, "not_retryable", holds.error);
      return false;
    }
    if (!holds.value) {
      skipStep(draft, step.id, "condition", { data: { condition: step.if } });
      return false;
    }
  }
  // A worker looks at a precondition, and asks for an approval, before anything is waited for.
  if (step.kind === "wait" && step.precondition === undefined && step.approval === undefined) {
    beginWait(draft, step, scopeOf(draft, step));
    return false;
  }
  return true;
}
