import { controlCharactersOf, withoutControlCharacters } from "#server/core/control-characters.ts";
import { listOf } from "#server/core/list-of.ts";
import type { Plan } from "#server/core/plan.ts";

const MAX_LISTED = 12;

/** The plan without control and direction characters in its titles and objective, and what held some. */
export function withVisibleTitles(plan: Plan): { plan: Plan; notes: string[] } {
  const held = plan.steps.flatMap(({ title }, index) => (isVisible(title) ? [] : [index + 1]));
  const places = [
    ...(isVisible(plan.title) ? [] : ["the title of the plan"]),
    ...(isVisible(plan.objective) ? [] : ["its objective"]),
    ...(held.length === 0
      ? []
      : [`the ${held.length === 1 ? "title of step" : "titles of steps"} ${listed(held)}`]),
  ];
  if (places.length === 0) return { plan, notes: [] };

  const steps = plan.steps.map((step) =>
    isVisible(step.title) ? step : { ...step, title: withoutControlCharacters(step.title) },
  );
  const title = withoutControlCharacters(plan.title);
  const objective = withoutControlCharacters(plan.objective);
  return {
    plan: { ...plan, title, objective, steps },
    notes: [`Characters that cannot be seen were left out of ${places.join(", ")}.`],
  };
}

function isVisible(text: string): boolean {
  return controlCharactersOf(text).length === 0;
}

function listed(numbers: readonly number[]): string {
  const hidden = numbers.length - MAX_LISTED;
  const shown = numbers.slice(0, MAX_LISTED).map(String);
  return hidden > 0 ? `${shown.join(", ")} and ${hidden} more` : listOf(shown);
}
