import type { RunEvent } from "#server/core/run.ts";

export type Kill = { workerId: string; at: number };

/** For each try that a killed worker held: milliseconds until the step's next try started. */
export function takeovers(events: readonly RunEvent[], kills: readonly Kill[]): number[] {
  const killedAt = new Map(kills.map((kill) => [kill.workerId, kill.at]));
  return events.flatMap((event, index) => {
    const at = event.worker === null ? undefined : killedAt.get(event.worker);
    if (event.type !== "attempt-interrupted" || at === undefined) return [];
    const next = events
      .slice(index)
      .find((later) => later.stepId === event.stepId && later.type !== "attempt-interrupted");
    return next?.type === "attempt-started" ? [Date.parse(next.at) - at] : [];
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
