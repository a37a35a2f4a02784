import { groupIssues, type IssueGroup, otherSteps } from "#server/core/issue-groups.ts";
import type { Issue } from "#server/core/plan.ts";

const MAX_LINES = 40;

export type IssueLine = { severity: Issue["severity"]; text: string };

/** One line for each issue, where equal warnings about many steps are one line that names the steps. */
export function issueLines(issues: readonly Issue[]): IssueLine[] {
  const errors = issues.filter((issue) => issue.severity === "error");
  const warnings = groupIssues(issues.filter((issue) => issue.severity === "warning"));
  const lines = [
    ...errors.map((issue) => ({ severity: issue.severity, text: issue.message })),
    ...warnings.map(groupLine),
  ];
  const hidden = lines.length - MAX_LINES;
  if (hidden <= 0) return lines;
  return [...lines.slice(0, MAX_LINES), { severity: "warning", text: `And ${hidden} more.` }];
}

function groupLine(group: IssueGroup): IssueLine {
  const [{ severity, message }] = group;
  const others = otherSteps(group);
  return { severity, text: others === null ? message : `${message} The same holds for ${others}.` };
}

/** The issues that were not there before, whatever number their step had. */
export function newIssues(before: readonly Issue[], after: readonly Issue[]): Issue[] {
  const known = new Set(before.map(keyOf));
  return after.filter((issue) => !known.has(keyOf(issue)));
}

function keyOf(issue: Issue): string {
  // Without a step, such as a circle, the message is all that tells two of them apart.
  return JSON.stringify([issue.code, issue.stepId ?? issue.message, issue.path ?? ""]);
}
