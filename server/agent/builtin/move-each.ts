import { linksTold } from "./links-told.ts";
import { type ListedStep, nameOf, namesOf } from "./listed-plan.ts";
import type { World } from "./reference.ts";
import { planAfter } from "./rehearse.ts";
import { type Edit, edits, type Reading } from "./understanding.ts";

/** A step as it stands in a plan in which other steps have moved already. */
export function inPlan(step: ListedStep, { plan }: World): ListedStep {
  return (
    plan.steps.find((other) => (step.id === null ? other.number === step.number : other.id === step.id)) ??
    step
  );
}

/** One move after the other, each judged in the plan that the moves before it leave. */
export function moveEach(
  steps: readonly ListedStep[],
  world: World,
  one: (step: ListedStep, previous: ListedStep | null, now: World) => Reading,
): Reading {
  const list: Edit[] = [];
  let now = world;
  let previous: ListedStep | null = null;
  let said = "";
  for (const step of steps) {
    const reading = one(inPlan(step, now), previous, now);
    if (reading?.type !== "edits") return reading;
    list.push(...reading.edits);
    if (said === "") said = reading.said;
    const plan = planAfter(reading.edits, now.plan);
    if (plan === null) break;
    now = { ...now, plan };
    previous = inPlan(step, now);
  }
  const [first] = steps;
  const ordered = [...steps].sort((a, b) => a.number - b.number);
  const told = steps.length > 1 && first ? said.replace(nameOf(first), () => namesOf(ordered)) : said;
  return edits(list, [...steps], `${told}${linksTold(world.plan, now.plan)}`);
}
