import type { RunEvent } from "#server/core/run.ts";
import type { RunStepView } from "#server/core/views.ts";

export type Span = { from: number; to: number };

/** When a step waited for a person's decision. Without events the step's last approval has to do. */
export function stepWaits(step: RunStepView, events: readonly RunEvent[], end: number): Span[] {
  const spans: Span[] = [];
  let asked: number | null = null;
  for (const event of events) {
    if (event.stepId !== step.stepId || !event.type.startsWith("approval-")) continue;
    if (event.type === "approval-requested") asked = Date.parse(event.at);
    else if (asked !== null) {
      spans.push({ from: asked, to: Date.parse(event.at) });
      asked = null;
    }
  }
  if (asked !== null) spans.push({ from: asked, to: settledAt(step, end) });
  const { approval } = step;
  if (spans.length === 0 && approval) {
    const to = approval.decidedAt ? Date.parse(approval.decidedAt) : settledAt(step, end);
    spans.push({ from: Date.parse(approval.createdAt), to });
  }
  return spans.filter((span) => span.to > span.from);
}

function settledAt(step: RunStepView, end: number): number {
  return step.endedAt ? Date.parse(step.endedAt) : end;
}

/** What is left of a span without the others, in order. */
export function without(span: Span, others: readonly Span[]): Span[] {
  const left: Span[] = [];
  let from = span.from;
  for (const other of others.toSorted((a, b) => a.from - b.from)) {
    if (other.to <= from || other.from >= span.to) continue;
    if (other.from > from) left.push({ from, to: other.from });
    from = Math.max(from, other.to);
  }
  if (from < span.to) left.push({ from, to: span.to });
  return left;
}
