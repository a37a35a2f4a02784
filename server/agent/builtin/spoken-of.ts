import type { ListedPlan, ListedStep, PlanContext } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { plainWords } from "./plain-words.ts";
import { readMessage } from "./read-message.ts";
import type { World } from "./reference.ts";
import { wordsIn } from "./words.ts";

/** The steps that "it" and "the other one" may stand for, from what was said before. */
export function spokenOf(
  earlier: readonly string[],
  context: PlanContext,
  plan: ListedPlan,
): Pick<World, "focus" | "other"> {
  const mentions: ListedStep[][] = [];
  for (const text of earlier.slice(-4).reverse()) {
    if (mentions.length === 2) break;
    const steps = mentionsIn(text, plan);
    if (steps.length > 0) mentions.push(steps);
  }
  const changed = context.beforeLastChange ? changedSteps(context.beforeLastChange, plan) : [];
  const [last = [], other = []] = mentions;
  return { focus: changed.length > 0 ? changed : last, other };
}

function mentionsIn(text: string, plan: ListedPlan): ListedStep[] {
  const numbers = [...text.matchAll(/(?<![\w.])(?:steps?\s+|#|s)?(\d{1,3})(?![\w.]*\d)/gi)].map((match) =>
    Number(match[1]),
  );
  const steps = numbers.flatMap((number) => plan.steps[number - 1] ?? []);
  if (steps.length > 0) return [...new Set(steps)];
  if (/\blast (?:step|one)\b/i.test(text)) return plan.steps.slice(-1);
  const read = readMessage(plainWords(text), { plan, focus: [] });
  const about = read?.flatMap((reading) => (reading.type === "edits" ? reading.about : [])) ?? [];
  if (about.length > 0) return about;
  const [first, second] = matchTitles(wordsIn(text).join(" "), plan.steps);
  return first && (!second || second.score < first.score - 0.05) ? [first.step] : [];
}

/** Steps of the current plan that differ from the plan before the last change, by title. */
function changedSteps(before: ListedPlan, plan: ListedPlan): ListedStep[] {
  const titles = (steps: ListedPlan, step: ListedStep) =>
    step.dependsOn
      .map((number) => steps.steps[number - 1]?.title)
      .sort()
      .join("\n");
  const old = new Map(before.steps.map((step) => [step.title, step]));
  const titlesNow = new Set(plan.steps.map((step) => step.title));
  const removed = before.steps.some((step) => !titlesNow.has(step.title));
  const added = plan.steps.filter((step) => !old.has(step.title));
  if (added.length > 0) return added;
  if (removed) return [];
  return plan.steps.filter((step) => {
    const was = old.get(step.title);
    return (
      was !== undefined && (was.approval !== step.approval || titles(before, was) !== titles(plan, step))
    );
  });
}
