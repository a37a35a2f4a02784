import { listOf } from "#server/core/list-of.ts";
import type { Issue } from "#server/core/plan.ts";

const MAX_LINES = 40;
const MAX_NUMBERS = 8;

export type IssueLine = { severity: Issue["severity"]; text: string };

/** One line for each issue, where equal warnings about many steps are one line that names the steps. */
export function issueLines(issues: readonly Issue[]): IssueLine[] {
  const errors = issues.filter((issue) => issue.severity === "error");
  const warnings = Map.groupBy(
    issues.filter((issue) => issue.severity === "warning"),
    (issue) => JSON.stringify([issue.code, withoutStep(issue)]),
  );
  const lines = [
    ...errors.map((issue) => ({ severity: issue.severity, text: issue.message })),
    ...[...warnings.values()].flatMap(warningLine),
  ];
  const hidden = lines.length - MAX_LINES;
  if (hidden <= 0) return lines;
  return [...lines.slice(0, MAX_LINES), { severity: "warning", text: `And ${hidden} more.` }];
}

function warningLine([first, ...others]: readonly Issue[]): IssueLine[] {
  if (first === undefined) return [];
  const numbers = [...new Set(others.flatMap((issue) => issue.stepNumber ?? []))];
  const known = numbers.filter((number) => number !== first.stepNumber);
  const { severity, message } = first;
  if (known.length === 0) return [{ severity, text: message }];
  const shown = known.slice(0, MAX_NUMBERS);
  const more = known.length > shown.length ? ` and ${known.length - shown.length} more` : "";
  const steps = `${known.length === 1 ? "step" : "steps"} ${more === "" ? listOf(shown.map(String)) : shown.join(", ")}${more}`;
  return [{ severity, text: `${message} The same holds for ${steps}.` }];
}

/** What an issue says about its step. A title that hides where it ends keeps two issues apart. */
function withoutStep({ message, stepNumber }: Issue): string {
  return stepNumber === undefined ? message : message.replace(/^Step \d+ (?:".*?" (?=\p{Ll}))?/su, "");
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
