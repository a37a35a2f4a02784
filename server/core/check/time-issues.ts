import { shortened } from "#server/core/characters.ts";
import type { Issue } from "#server/core/plan.ts";
import { findReferences } from "#server/core/references.ts";
import { LATEST_TIME, LONGEST_SECONDS, parseTime } from "#server/core/time.ts";
import { joined } from "./joined.ts";
import { say } from "./sayings.ts";
import { type Placed, stepError } from "./step-issue.ts";

const LONGEST_HOURS = LONGEST_SECONDS / 3_600;

/** Times that nothing can wait for, and periods that are no plan but a slip. */
export function timeIssues(placed: Placed): Issue[] {
  const { check, approval, wait } = placed.step;
  if (!check && !approval && !wait) return [];
  return joined(
    wait && "until" in wait ? untilIssues(placed, wait.until) : [],
    wait && "seconds" in wait
      ? tooLong(placed, "wait.seconds", wait.seconds, say.waitFor(placed.number, LONGEST_SECONDS / 86_400))
      : [],
    tooLong(placed, "check.everySeconds", check?.everySeconds),
    tooLong(placed, "check.withinSeconds", check?.withinSeconds),
    tooLong(placed, "approval.expiresAfterHours", approval?.expiresAfterHours),
  );
}

function untilIssues(placed: Placed, until: string): Issue[] {
  if (findReferences(until).length > 0) return [];
  const time = parseTime(until);
  const path = "wait.until";
  if (time === null) {
    const says = `waits until "${shortened(until)}", which is no time. Write a day of the calendar, a time and its zone, such as 2030-01-31T09:00:00Z.`;
    return [stepError(placed, "kind_fields", says, { path })];
  }
  if (time <= LATEST_TIME) return [];
  const says = `waits until "${shortened(until)}", which is after the year 9999. Write an earlier time.`;
  return [stepError(placed, "kind_fields", says, { path })];
}

function tooLong(placed: Placed, path: string, length: number | undefined, sentence?: string): Issue[] {
  if (length === undefined) return [];
  const [most, unit] = path.endsWith("Hours") ? [LONGEST_HOURS, "hours"] : [LONGEST_SECONDS, "seconds"];
  if (length <= most) return [];
  const says = `has ${length} as ${path}, and nothing waits longer than ten years. Set it to ${most} ${unit} or less.`;
  return [stepError(placed, "kind_fields", says, { path, say: sentence })];
}
