import type { RunStepView } from "#server/core/views.ts";

/** How many tries count: one that lost its worker or waited for a person goes on under the same number. */
export function countedAttempts({ attempts }: Pick<RunStepView, "attempts">): number {
  const counted = attempts.filter(({ status }) => status !== "interrupted" && status !== "paused");
  return new Set(counted.map(({ attempt }) => attempt)).size;
}
