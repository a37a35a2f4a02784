import type { Result } from "#server/core/result.ts";
import type { PlanChange, PlanRefusal } from "#server/services/change-plan.ts";
import { diffSentences } from "./diff-sentences.ts";
import type { Turn } from "./turn.ts";

const MAX_ISSUES = 20;

/** Tells the person and the record what a tool did to the plan, and the model in words. */
export function reportChange(turn: Turn, tool: string, result: Result<PlanChange, PlanRefusal>): string {
  if (!result.ok) return reportRefusal(turn, tool, result.error.message);
  showChange(turn, result.value);
  return changeWords(result.value);
}

export function reportRefusal(turn: Turn, tool: string, message: string): string {
  turn.happened.refusals.push({ tool, message });
  return `Refused, nothing was changed. ${message}`;
}

export function showChange(turn: Turn, change: PlanChange): void {
  const { revision, previousRevision, plan, issues, changeDescription, diff } = change;
  turn.happened.change = change;
  turn.emit({ type: "data-plan", data: { revision, plan, issues }, transient: true });
  turn.emit({
    type: "data-revision",
    id: `revision-${revision}`,
    data: { revision, previousRevision, changeDescription, stepCount: plan.steps.length, diff, issues },
  });
}

function changeWords({ revision, changeDescription, diff, notes, plan, issues }: PlanChange): string {
  const told = issues.slice(0, MAX_ISSUES).map((issue) => `- ${issue.severity}: ${issue.message}`);
  return [
    `r${revision}: ${changeDescription}`,
    ...diffSentences(diff),
    ...notes.map((note) => `Note: ${note}`),
    `The plan has ${plan.steps.length} ${plan.steps.length === 1 ? "step" : "steps"} now.`,
    `Issues: ${issues.length === 0 ? "none" : issues.length}.`,
    ...told,
  ].join("\n");
}
