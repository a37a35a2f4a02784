import type { Issue } from "#server/core/plan.ts";
import type { Result } from "#server/core/result.ts";
import type { PlanChange, PlanRefusal } from "#server/services/change-plan.ts";
import { diffSentences } from "./diff-sentences.ts";
import { issueLines, newIssues } from "./issue-lines.ts";
import type { Turn } from "./turn.ts";

/** Tells the person and the record what a tool did to the plan, and the model in words. */
export function reportChange(turn: Turn, tool: string, result: Result<PlanChange, PlanRefusal>): string {
  if (!result.ok) return reportRefusal(turn, tool, result.error.message);
  showChange(turn, result.value);
  return changeWords(result.value, issuesBefore(turn));
}

export function reportRefusal(turn: Turn, tool: string, message: string): string {
  turn.happened.refusals.push({ tool, message });
  return `Refused, nothing was ${tool === "save_plan" ? "saved" : "changed"}. ${message}`;
}

export function showChange(turn: Turn, change: PlanChange): void {
  const { revision, previousRevision, plan, issues, changeDescription, diff } = change;
  const errors = issues.filter((issue) => issue.severity === "error");
  const newWarnings = newIssues(issuesBefore(turn), issues).filter((issue) => issue.severity === "warning");
  turn.happened.change = change;
  turn.emit({ type: "data-plan", data: { revision, plan, issues }, transient: true });
  turn.emit({
    type: "data-revision",
    id: `revision-${revision}`,
    data: {
      revision,
      previousRevision,
      changeDescription,
      stepCount: plan.steps.length,
      diff,
      // What is kept with each message has the warnings that it brought, not those of hundreds of old steps.
      issues: [...errors, ...newWarnings],
    },
  });
}

function issuesBefore(turn: Turn): readonly Issue[] {
  return turn.state.current?.issues ?? [];
}

function changeWords(change: PlanChange, before: readonly Issue[]): string {
  const { revision, changeDescription, diff, notes, plan } = change;
  const found = newIssues(before, change.issues);
  const errors = change.issues.filter((issue) => issue.severity === "error").length;
  return [
    `r${revision}: ${changeDescription}`,
    ...diffSentences(diff),
    ...notes.map((note) => `Note: ${note}`),
    `The plan has ${plan.steps.length} ${plan.steps.length === 1 ? "step" : "steps"} now.`,
    ...(errors > 0
      ? [`It cannot be saved yet: it has ${errors === 1 ? "an error" : `${errors} errors`}.`]
      : []),
    `New issues: ${found.length === 0 ? "none" : found.length}.`,
    ...issueLines(found).map((line) => `- ${line.severity}: ${line.text}`),
  ].join("\n");
}
