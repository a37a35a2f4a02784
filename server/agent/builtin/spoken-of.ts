import type { ListedPlan, ListedStep, PlanContext } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { plainWords } from "./plain-words.ts";
import { isQuestion } from "./question.ts";
import { readMessage } from "./read-message.ts";
import type { World } from "./reference.ts";
import { wordsIn } from "./words.ts";

/** The steps that "it" and "the other one" may stand for, from what was said before. */
export function spokenOf(
  earlier: readonly string[],
  context: PlanContext,
  plan: ListedPlan,
  isOtherMeant: boolean,
): Pick<World, "focus" | "other"> {
  const subject = subjectOf(earlier.at(-1) ?? "", context.beforeLastChange ?? plan, plan);
  const changed = context.beforeLastChange ? changedSteps(context.beforeLastChange, plan) : [];
  const known = subject ? [subject] : changed;
  const [last = [], other = []] = isOtherMeant || known.length === 0 ? lastMentions(earlier, plan) : [];
  return { focus: known.length > 0 ? known : last, other };
}

// What the last two messages that spoke of steps spoke of, the latest first.
function lastMentions(earlier: readonly string[], plan: ListedPlan): ListedStep[][] {
  const mentions: ListedStep[][] = [];
  for (const text of earlier.slice(-4).reverse()) {
    if (mentions.length === 2) break;
    const steps = mentionsIn(text, plan);
    if (steps.length > 0) mentions.push(steps);
  }
  return mentions;
}

// The one step that an order was about, in the plan as it was when it was said; null for questions and for several steps.
function subjectOf(text: string, before: ListedPlan, plan: ListedPlan): ListedStep | null {
  if (isQuestion(plainWords(text))) return null;
  const read = readMessage(plainWords(text), { plan: before, focus: [] });
  const about = read?.flatMap((reading) => (reading.type === "edits" ? reading.about : [])) ?? [];
  const [title, more] = new Set(about.map((step) => step.title));
  const [step, twin] = more === undefined ? plan.steps.filter((other) => other.title === title) : [];
  return step && !twin ? step : null;
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
