import type { RunEvent } from "#server/core/run.ts";
import type { RunStepView, RunView } from "#server/core/views.ts";
import { type StateWords, stepState } from "#web/step-state.ts";
import { countedAttempts } from "./counted-attempts.ts";
import { type Span, stepWaits, without } from "./step-waits.ts";

type Segment = {
  /** `waiting` is for a person; a `gap` is for a time, another agent's run or the next attempt. */
  kind: "attempt" | "waiting" | "gap";
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

/** One row per step in plan order; each attempt is a segment, and so is what passes between and inside them. */
export function waterfall(run: RunView, now: number, events: readonly RunEvent[] = []): Waterfall {
  const start = Date.parse(run.startedAt ?? run.createdAt);
  const end = Math.max(run.endedAt ? Date.parse(run.endedAt) : now, start + 1);
  const share = (time: number) => Math.min(1, Math.max(0, (time - start) / (end - start)));

  const rows = run.steps.map((step): WaterfallRow => {
    const spans = stepSpans(step, events, end).sort((a, b) => a.from - b.from);
    return {
      step,
      state: stepState({ status: step.status, reason: step.reason, attempts: countedAttempts(step) }),
      segments: spans.map(({ kind, outcome, from, to }) => ({
        kind,
        start: share(from),
        width: share(to) - share(from),
        outcome,
      })),
      seconds: stepSeconds(step, end),
    };
  });
  return { rows, seconds: (end - start) / 1_000 };
}

type KindOfSpan = Span & Pick<Segment, "kind" | "outcome">;

function stepSpans(step: RunStepView, events: readonly RunEvent[], end: number): KindOfSpan[] {
  if (step.reason === "reused") return [];
  const waits = stepWaits(step, events, end);
  const spans: KindOfSpan[] = [];
  const taken: Span[] = [...waits];
  for (const attempt of step.attempts) {
    const from = Date.parse(attempt.startedAt);
    const to = attempt.endedAt ? Date.parse(attempt.endedAt) : end;
    if (attempt.status === "paused") continue;
    taken.push({ from, to });
    for (const span of without({ from, to }, waits)) {
      spans.push({ ...span, kind: "attempt", outcome: attempt.status });
    }
  }
  for (const wait of waits) spans.push({ ...wait, kind: "waiting", outcome: "paused" });

  const first = step.startedAt ?? step.attempts[0]?.startedAt;
  if (first === undefined || first === null) return spans;
  const reach = step.status === "paused" ? end : Math.max(...taken.map((span) => span.to), Date.parse(first));
  for (const span of without({ from: Date.parse(first), to: reach }, taken)) {
    const kind = span.to === end && needsPerson(step) ? "waiting" : "gap";
    spans.push({ ...span, kind, outcome: "paused" });
  }
  return spans;
}

function needsPerson({ status, reason }: RunStepView): boolean {
  return status === "paused" && reason !== "wait" && reason !== "check";
}

function stepSeconds(step: RunStepView, end: number): number | null {
  if (!step.startedAt || step.reason === "reused") return null;
  return Math.max(0, (step.endedAt ? Date.parse(step.endedAt) : end) - Date.parse(step.startedAt)) / 1_000;
}
