import type { RunState } from "#server/core/run-rules/run-state.ts";
import { conflict, notFound } from "#server/errors.ts";

/** Refuses a step of which it is known what became of it. */
export function requireUnknownOutcome(
  { runId, steps }: RunState,
  stepId: string,
  words: { cannot: string; onlySuch: string },
): void {
  const step = steps.get(stepId);
  if (!step) throw notFound(`Step of run "${runId}"`, stepId);
  const { status, reason } = step;
  if (status === "paused" && reason === "outcome_unknown") return;
  const standing = reason === null ? status : `${status} (${reason})`;
  throw conflict(`${words.cannot} step "${stepId}": it is ${standing}. ${words.onlySuch}`, {
    status,
    reason,
  });
}
