import type { Decision } from "./decide.ts";
import { changedBy, type Decide, editsIn, saying } from "./guard-edits.ts";
import { type ListedPlan, namesOf } from "./listed-plan.ts";
import { namedWholly } from "./named-wholly.ts";
import { numberedOrder } from "./plain-order.ts";
import { setsCondition } from "./own-words.ts";

const SKIPPED =
  /^(?:(?:please|and|also|then|but) )*(skip|leave out|omit|bypass|pass over|do not (?:run|do)|remove|delete|drop) ([^;.]+?),? (unless|if|when|in case|as long as|provided)(?: that)? ([^;.]+?)[.!\s]*$/i;
const REMOVED = /^(?:remove|delete|drop)$/i;
const FAILURE = /\b(?:fail|fails|failed|failing|breaks?|crash\w*|errors?|goes wrong|does not work)\b/i;

/** "Skip 2 and 3 unless there are leads": a condition on each of them, and no step goes. Null for other messages. */
export function decideSkipped(message: string, decide: Decide, plan: ListedPlan): Decision | null {
  const found = SKIPPED.exec(numberedOrder(message, plan));
  const [, verb = "", span = "", word = "", claim = ""] = found ?? [];
  if (!found || FAILURE.test(claim)) return null;
  const named = namedWholly(span, { plan, focus: [] });
  if (named?.type !== "steps" || named.steps.length === 0) return null;
  // "Delete old backups only when…" is about the step of that title.
  if (/\bonly$/i.test(span) || (REMOVED.test(verb) && !/^(?:the )?(?:steps? )?#?\d/i.test(span))) return null;
  const { steps } = named;
  if (REMOVED.test(verb) && steps.length === 1) return null;
  const said = word.toLowerCase() === "unless" ? "only if" : "unless";
  const order = steps.map((step) => `run step ${step.number} ${said} ${claim}`).join(". ");
  const decision = REMOVED.test(verb) ? null : decide(order);
  const changed = new Set(
    decision === null ? [] : editsIn(decision).flatMap((edit) => changedBy(edit, plan)),
  );
  const isSame = changed.size === steps.length && steps.every((step) => changed.has(step));
  if (decision !== null && isSame && setsCondition(decision.calls)) return decision;
  const numbers = steps.map((step) => step.number).join(" and ");
  return saying(
    `Whether that is so, I cannot tell from the plan. Shall ${namesOf(steps)} be removed? Then say "remove ${numbers}". For a condition, name the step that finds it out, for example: run step ${steps[0]?.number ?? 1} only if step 1 has more than 0 rows. Nothing was changed.`,
  );
}
