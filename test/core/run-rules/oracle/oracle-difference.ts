import { isFinalRunStatus } from "#server/core/run.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { oracle } from "./oracle.ts";
import type { OracleStep, StopMoment } from "./oracle-step.ts";
import { idAt } from "./oracle-plan.ts";

/** Where a run ended otherwise than the oracle says, in words; null when it did not. */
export function differenceFromOracle(
  { status, steps: states }: RunState,
  steps: readonly OracleStep[],
  stop: StopMoment | null,
): string | null {
  const expected = oracle(steps, stop);
  const isSame =
    status === expected.status &&
    expected.steps.every((end, place) => {
      const step = states.get(idAt(place));
      const cause = end.cause === null ? null : idAt(end.cause);
      return step?.status === end.status && step.reason === end.reason && step.causeStepId === cause;
    });
  if (isSame) return null;
  const found = [...states].map(([id, step]) => [id, step.status, step.reason, step.causeStepId].join(" "));
  const told = { started: [...(stop?.started ?? [])], ended: [...(stop?.ended ?? [])], by: stop?.by };
  return JSON.stringify(
    { steps, stop: told, expected, found: { status, isFinal: isFinalRunStatus(status), steps: found } },
    null,
    1,
  );
}
