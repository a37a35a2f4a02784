import type { RunEvent } from "#server/core/run.ts";

export type Kill = { workerId: string; at: number };

/** For each try that a lost worker held: milliseconds from the loss until the step's next try started. */
export function takeovers(events: readonly RunEvent[], kills: readonly Kill[]): number[] {
  return events.flatMap((event, index) => {
    if (event.type !== "attempt-interrupted") return [];
    const time = Date.parse(event.at);
    const lost = kills.findLast((kill) => kill.workerId === event.worker && kill.at <= time);
    const next = events
      .slice(index)
      .find((later) => later.stepId === event.stepId && later.type !== "attempt-interrupted");
    return lost && next?.type === "attempt-started" ? [Date.parse(next.at) - lost.at] : [];
  });
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
