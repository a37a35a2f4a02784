import type { RunStepView, RunView } from "#server/core/views.ts";

type FailedStep = Pick<RunStepView, "stepId" | "number" | "title"> & { why: string };

/** The short form of a long report: its first sentence, the first failures, and how many more there are. */
export type ReportLead = { sentence: string; failures: FailedStep[]; more: number };

const LONG = 700;
const SHOWN = 3;
const LONGEST_WHY = 180;

/** Null for a report that is short enough to stand whole. */
export function reportLead({ report, steps }: Pick<RunView, "report" | "steps">): ReportLead | null {
  if (report === null || report.summary.length <= LONG) return null;
  const failed = steps.filter(({ status }) => status === "failed");
  const [sentence = ""] = /^[^.]*\./.exec(report.summary) ?? [report.summary.slice(0, LONGEST_WHY)];
  return {
    sentence,
    failures: failed.slice(0, SHOWN).map(({ stepId, number, title, error }) => {
      return { stepId, number, title, why: cut(error?.message ?? "") };
    }),
    more: Math.max(0, failed.length - SHOWN),
  };
}

function cut(text: string): string {
  return text.length <= LONGEST_WHY ? text : `${text.slice(0, LONGEST_WHY).trimEnd()}…`;
}
