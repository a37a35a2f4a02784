import type { ListedPlan, ListedStep, PlanContext } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { mentioned } from "./mentioned.ts";
import { numberedOrder } from "./plain-order.ts";
import { plainWords } from "./plain-words.ts";
import { isQuestion, isSmallTalk } from "./question.ts";
import { readMessage } from "./read-message.ts";
import type { World } from "./reference.ts";
import { wordsIn } from "./words.ts";

/** The steps that "it" and "the other one" may stand for, from what was said before. */
export function spokenOf(
  said: readonly string[],
  reply: string,
  context: PlanContext,
  plan: ListedPlan,
  isOtherMeant: boolean,
): Pick<World, "focus" | "other"> {
  if (said.length === 0) return { focus: [] };
  const earlier = said.filter((text) => !isSmallTalk(text));
  const last = earlier.at(-1) ?? "";
  if (isQuestion(plainWords(last))) {
    // "Why does 3 wait for 2?" is about 3.
    const [first, second] = mentioned(numberedOrder(last, plan), { plan, focus: [] });
    if (first) return { focus: [first], other: second ? [second] : (lastMentions(earlier, plan)[1] ?? []) };
  }
  const subject =
    subjectOf(last, orderedOn(context, plan), plan) ?? (last === said.at(-1) ? toldOf(reply, plan) : null);
  const changed = context.beforeLastChange ? changedSteps(context.beforeLastChange, plan) : [];
  const known = subject ? [subject] : changed;
  const [latest = [], other = []] = isOtherMeant || known.length === 0 ? lastMentions(earlier, plan) : [];
  return { focus: known.length > 0 ? known : latest, other };
}

// The plan that the last order was said of; where the list has not changed, the one at hand tells more.
function orderedOn({ beforeLastChange: before }: PlanContext, plan: ListedPlan): ListedPlan {
  const isSame = before?.steps.every((step, index) => step.title === plan.steps[index]?.title) ?? true;
  return before === null || (isSame && before.steps.length === plan.steps.length) ? plan : before;
}

// The one step that the last reply named, as replies name steps.
function toldOf(reply: string, plan: ListedPlan): ListedStep | null {
  const named = [...reply.matchAll(/\bstep (\d+) "([^"]*)"/gi)].flatMap(([, number, title]) => {
    const step = plan.steps[Number(number) - 1];
    return step?.title === title ? [step] : [];
  });
  const [step, other] = new Set(named);
  return step && !other && !/\?/.test(reply) ? step : null;
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

// The one step that an order was about, in the plan as it was when it was said; null for several steps.
function subjectOf(text: string, before: ListedPlan, plan: ListedPlan): ListedStep | null {
  const read = readMessage(numberedOrder(text, before), { plan: before, focus: [] });
  const about = read?.flatMap((reading) => (reading.type === "edits" ? reading.about : [])) ?? [];
  const [title, more] = new Set(about.map((step) => step.title));
  const [step, twin] = more === undefined ? plan.steps.filter((other) => other.title === title) : [];
  return step && !twin ? step : null;
}

function mentionsIn(text: string, plan: ListedPlan): ListedStep[] {
  const order = numberedOrder(text, plan);
  const numbers = [...order.matchAll(/(?<![\w.])(?:steps?\s+|#|s)?(\d{1,3})(?![\w.]*\d)/gi)].map((match) =>
    Number(match[1]),
  );
  const steps = numbers.flatMap((number) => plan.steps[number - 1] ?? []);
  if (steps.length > 0) return [...new Set(steps)];
  if (/\blast (?:step|one)\b/i.test(text)) return plan.steps.slice(-1);
  const read = readMessage(order, { plan, focus: [] });
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
