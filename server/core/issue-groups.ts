import { listOf } from "./list-of.ts";
import type { Issue } from "./plan.ts";

const MAX_NUMBERS = 8;

/** Issues that say the same of several steps, in their order; never empty. */
export type IssueGroup = readonly [Issue, ...Issue[]];

/** Issues of one code whose sentences differ only in the step that they name. */
export function groupIssues(issues: readonly Issue[]): IssueGroup[] {
  const groups = new Map<string, [Issue, ...Issue[]]>();
  for (const issue of issues) {
    const key = JSON.stringify([issue.severity, issue.code, withoutStep(issue)]);
    const group = groups.get(key);
    if (group) group.push(issue);
    else groups.set(key, [issue]);
  }
  return [...groups.values()];
}

/** What an issue says about its step. A title that hides where it ends keeps two issues apart. */
function withoutStep({ message, stepNumber }: Issue): string {
  return stepNumber === undefined ? message : message.replace(/^Step \d+ (?:".*?" (?=\p{Ll}))?/su, "");
}

/** The steps of a group but its first: `steps 2, 3 and 5`, at most eight by number; null when there are none. */
export function otherSteps([first, ...others]: IssueGroup): string | null {
  const numbers = [...new Set(others.flatMap((issue) => issue.stepNumber ?? []))];
  const known = numbers.filter((number) => number !== first.stepNumber);
  if (known.length === 0) return null;
  const shown = known.slice(0, MAX_NUMBERS).map(String);
  const noun = known.length === 1 ? "step" : "steps";
  return known.length > shown.length
    ? `${noun} ${shown.join(", ")} and ${known.length - shown.length} more`
    : `${noun} ${listOf(shown)}`;
}
