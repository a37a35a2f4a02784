import type { Plan } from "#server/core/plan.ts";
import { replayRun } from "#server/core/replay.ts";
import type { RunEvent } from "#server/core/run.ts";

/** The run's standing, rebuilt from its log and nothing else. */
export function replay(plan: Plan, events: readonly RunEvent[]) {
  const run = replayRun(plan, events);
  const steps = [...run.steps].map(([stepId, { status, reason }]) => [
    stepId,
    reason === null ? status : `${status}/${reason}`,
  ]);
  return { status: run.status, steps: Object.fromEntries(steps) as Record<string, string> };
}
