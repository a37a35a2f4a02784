import type { ListedStep } from "./listed-plan.ts";
import type { Place } from "./place.ts";
import { planAfter } from "./rehearse.ts";
import { dependentsOf, type World } from "./reference.ts";
import { type Reading, withSteps } from "./understanding.ts";

/** What a new step waits for, what waits for it, and behind which steps it stands in the list; null is the end. */
export type Wiring = { waits: ListedStep[]; required: ListedStep[]; place: ListedStep[] | null };

/** What `make` makes of new work at a place of the plan; `title` is that of its last step. */
export function wiredAt(
  place: Place,
  title: string,
  world: World,
  make: (wiring: Wiring) => Reading,
): Reading {
  switch (place.type) {
    case "start":
      return make(atStart(world));
    case "end":
    case "none":
      return make(atEnd(world));
    case "between":
      return withSteps(place.after, world, (afters) =>
        withSteps(place.before, { ...world, focus: afters }, (befores) =>
          make({ waits: afters, required: befores, place: afters }),
        ),
      );
    case "after":
      return withSteps(place.after, world, (afters) =>
        make({ waits: afters, required: followers(title, afters, place.strict, world), place: afters }),
      );
    case "before":
      return withSteps(place.before, world, (befores) => make(inFrontOf(befores, world)));
  }
}

export function atStart({ plan }: World): Wiring {
  return { waits: [], required: plan.steps.filter((step) => step.dependsOn.length === 0), place: [] };
}

export function atEnd(world: World): Wiring {
  return { waits: endsOf(world), required: [], place: null };
}

export function inFrontOf(befores: ListedStep[], { plan: { steps } }: World): Wiring {
  const numbers = [...new Set(befores.flatMap((step) => step.dependsOn))];
  const waits = numbers
    .flatMap((number) => steps[number - 1] ?? [])
    .filter((step) => !befores.includes(step));
  const place = steps[Math.min(...befores.map((step) => step.number)) - 2];
  return { waits, required: befores, place: place ? [place] : [] };
}

/** The steps for which no other one waits, once what the message removes is gone. */
function endsOf({ plan, removing = [] }: World): ListedStep[] {
  const after = removing.length > 0 ? (planAfter(removing, plan) ?? plan) : plan;
  const last = after.steps.filter((step) => dependentsOf(step, after).length === 0);
  return plan.steps.filter((step) =>
    last.some(({ id, number }) => (id ?? number) === (step.id ?? step.number)),
  );
}

// A step that only tells or stores something does not hold up what comes behind it.
const SIDE_EFFECT =
  /^(?:e?-?mail|tell|notify|inform|post|print|log|thank|archive|remind|text|ping|message|announce|publish|share|send|alert|record|save|back up|report)\b/i;

/** The steps that a new one behind these comes in front of. */
export function followers(
  title: string,
  afters: ListedStep[],
  strict: boolean,
  { plan }: World,
): ListedStep[] {
  if (!strict && SIDE_EFFECT.test(title)) return [];
  return plan.steps.filter((step) => afters.some((after) => step.dependsOn.includes(after.number)));
}
