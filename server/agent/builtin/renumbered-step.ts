import { type ListedPlan, nameOf, type PlanContext } from "./listed-plan.ts";
import { isQuestion } from "./question.ts";
import { overview } from "./understanding.ts";

/** A number that has come to mean another step since the person read it is asked about, not guessed. */
export function renumbered(
  text: string,
  { seen, seenRevision }: PlanContext,
  plan: ListedPlan,
): string | null {
  if (isQuestion(text)) return null;
  const named = [...text.matchAll(/\d+/g)].map((found) => Number(found[0]));
  if (seenRevision === 0 && named.length > 0)
    return `The plan has changed since you wrote this: there was none then, and now it has revision ${plan.revision}. ${overview(plan.steps)} Which step do you mean? Nothing was changed.`;
  const item = seen.find(
    (step) => named.includes(step.number) && plan.steps[step.number - 1]?.id !== step.id,
  );
  if (!item) return null;
  const now = plan.steps.find((step) => step.id === item.id);
  const place = now ? `it is ${nameOf(now)} now` : "it is gone now";
  return `The plan has changed since you wrote this: step ${item.number} was "${item.title}" then, and ${place}. Which step do you mean?`;
}
