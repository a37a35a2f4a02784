import { listOf } from "#server/core/list-of.ts";
import type { PlanContext } from "./listed-plan.ts";
import { originOf } from "./in-effect.ts";

const SINCE =
  /\b(?:chang\w*|different|differs?|happened|done|new|edits?)\b.*\b(?:since|after|from|to|with|than|against)\b (?:the )?(?:revision|version|rev\.?|r) ?#?(\d+)\b/i;

/** "What changed since revision 1?", told from the history; null for other questions. */
export function answerHistory(text: string, context: PlanContext): string | null {
  const asked = SINCE.exec(text)?.[1];
  const current = context.plan?.revision;
  if (asked === undefined || current === undefined) return null;
  const since = Number(asked);
  if (since < 1 || since > current)
    return `There is no revision ${since}: the plan has ${current === 1 ? "only r1" : `r1 to r${current}`}.`;
  if (since === current) return `Nothing: r${current} is the plan as it is now.`;
  if (originOf(since, context) === originOf(current, context))
    return `Nothing that is still in effect: the plan is as it was in r${since}.`;
  const oldest = context.revisions[0]?.revision ?? 1;
  const later = context.revisions.filter((item) => item.revision > since);
  const told = listOf(later.map((item) => `r${item.revision} "${item.words}"`));
  return `Since r${since}: ${since + 1 < oldest ? `r${since + 1} to r${oldest - 1}, which are no longer listed, then ` : ""}${told}.`;
}
