import type { RunStepView, RunView } from "#server/core/views.ts";
import { type StateWords, stepState } from "#web/step-state.ts";

type Segment = {
  kind: "attempt" | "waiting";
  /** Shares of the whole run, 0 to 1. */
  start: number;
  width: number;
  outcome: "running" | "completed" | "failed" | "interrupted" | "paused";
};

export type WaterfallRow = {
  step: RunStepView;
  state: StateWords;
  segments: Segment[];
  seconds: number | null;
};
export type Waterfall = { rows: WaterfallRow[]; seconds: number };

/** One row per step in plan order; each attempt is a segment, and what passes between them is waiting. */
export function waterfall(run: RunView, now: number): Waterfall {
  const start = Date.parse(run.startedAt ?? run.createdAt);
  const end = Math.max(run.endedAt ? Date.parse(run.endedAt) : now, start + 1);
  const share = (time: number) => Math.min(1, Math.max(0, (time - start) / (end - start)));
  const segment = (
    kind: Segment["kind"],
    from: number,
    to: number,
    outcome: Segment["outcome"],
  ): Segment => ({
    kind,
    start: share(from),
    width: share(to) - share(from),
    outcome,
  });

  const rows = run.steps.map((step): WaterfallRow => {
    const segments: Segment[] = [];
    let open: number | null = null;
    for (const attempt of step.attempts) {
      const from = Date.parse(attempt.startedAt);
      const to = attempt.endedAt ? Date.parse(attempt.endedAt) : end;
      if (open !== null && from > open) segments.push(segment("waiting", open, from, "paused"));
      const isWaiting = attempt.status === "paused";
      segments.push(segment(isWaiting ? "waiting" : "attempt", from, to, attempt.status));
      open = to;
    }
    const waitsSince = open ?? (step.startedAt ? Date.parse(step.startedAt) : null);
    if (step.status === "paused" && waitsSince !== null && waitsSince < end) {
      segments.push(segment("waiting", waitsSince, end, "paused"));
    }
    return {
      step,
      state: stepState({ status: step.status, reason: step.reason, attempts: step.attempts.length }),
      segments,
      seconds: stepSeconds(step, end),
    };
  });
  return { rows, seconds: (end - start) / 1_000 };
}

function stepSeconds(step: RunStepView, end: number): number | null {
  if (!step.startedAt) return null;
  return Math.max(0, (step.endedAt ? Date.parse(step.endedAt) : end) - Date.parse(step.startedAt)) / 1_000;
}
