import { itemAt } from "#server/core/item-at.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makeStep } from "#test/make.ts";
import { type Broken, brokenAt, stepOf, type Way } from "./broken-plan.ts";
import { type Choices, shuffled } from "./choices.ts";

export const GRAPH_WAYS: readonly Way[] = [
  { code: "duplicate_id", name: "a copy of a step", breaks: (plan, choices) => copied(plan, choices, 1) },
  { code: "duplicate_id", name: "several copies", breaks: (plan, choices) => copied(plan, choices, 3) },
  {
    code: "self_dependency",
    name: "a link to itself",
    breaks: (plan, choices) => linked(plan, choices, (step) => step.id),
  },
  {
    code: "missing_dependency",
    name: "a link to no step",
    breaks: (plan, choices) =>
      linked(plan, choices, (step) => choices.of(["gone", `${step.id}x`, "Step 1", "", "toString ", "注文"])),
  },
  {
    code: "cycle",
    name: "two steps that wait for each other",
    breaks: (plan, choices) => ring(plan, choices, 2),
  },
  {
    code: "cycle",
    name: "a ring of several steps",
    breaks: (plan, choices) => ring(plan, choices, 3 + choices.below(plan.steps.length - 2)),
  },
  { code: "cycle", name: "two rings that share no step", breaks: twoRings },
  { code: "no_steps", name: "no step", breaks: (plan) => ({ plan: { ...plan, steps: [] }, faults: [{}] }) },
  { code: "too_many_steps", name: "more than five hundred steps", breaks: tooMany },
];

function copied(plan: Plan, choices: Choices, most: number): Broken | null {
  const step = stepOf(plan, choices);
  if (!step) return null;
  const steps = [...plan.steps];
  for (let count = 0; count < most; count += 1) {
    const copy = { ...step, title: `Copy ${count} of it`, dependsOn: choices.some(step.dependsOn, 2) };
    steps.splice(choices.below(steps.length + 1), 0, copy);
  }
  const sharing = steps.filter(({ id }) => id === step.id);
  const says = sharing.map((item) => `${steps.indexOf(item) + 1} "${item.title.slice(0, 40)}`);
  return { plan: { ...plan, steps }, faults: [{ step: itemAt(sharing, 1), says }] };
}

function linked(plan: Plan, choices: Choices, target: (step: Step) => string): Broken | null {
  const step = stepOf(plan, choices);
  if (!step) return null;
  const dependsOn = [...step.dependsOn];
  dependsOn.splice(choices.below(dependsOn.length + 1), 0, target(step));
  return brokenAt(plan, step, { ...step, dependsOn }, { path: "dependsOn" });
}

/** Some of the steps wait for each other in turn, and the first of them for the last. */
function ring(plan: Plan, choices: Choices, length: number): Broken {
  return ringed(plan, placesIn(plan, choices, length), []);
}

function twoRings(plan: Plan, choices: Choices): Broken {
  const places = placesIn(plan, choices, 4 + choices.below(plan.steps.length - 3));
  const cut = 2 + choices.below(places.length - 3);
  const { plan: once, faults } = ringed(plan, places.slice(0, cut), []);
  return ringed(once, places.slice(cut), faults);
}

/** Ids of so many steps in an order in which they could run. */
function placesIn(plan: Plan, choices: Choices, count: number): string[] {
  const order = runOrder(plan.steps);
  const chosen = new Set(shuffled(order, choices).slice(0, count));
  return order.filter((id) => chosen.has(id));
}

function ringed(plan: Plan, ids: readonly string[], faults: Broken["faults"]): Broken {
  const before = new Map(ids.map((id, place) => [id, ids.at(place - 1) ?? id]));
  const steps = plan.steps.map((step) => {
    const other = before.get(step.id);
    if (other === undefined || step.dependsOn.includes(other)) return step;
    return { ...step, dependsOn: [...step.dependsOn, other] };
  });
  const [first, last] = [itemAt(ids, 0), itemAt(ids, ids.length - 1)];
  return { plan: { ...plan, steps }, faults: [...faults, { link: [last, first] }] };
}

function runOrder(steps: readonly Step[]): string[] {
  const order: string[] = [];
  let left = [...steps];
  while (left.length > 0) {
    const ready = left.filter((step) => step.dependsOn.every((id) => order.includes(id)));
    order.push(...ready.map((step) => step.id));
    left = left.filter((step) => !ready.includes(step));
  }
  return order;
}

function tooMany(plan: Plan, choices: Choices): Broken {
  const count = 501 + choices.below(20);
  const more = Array.from({ length: count - plan.steps.length }, (_, place) => makeStep(`more-${place}`));
  return { plan: { ...plan, steps: [...plan.steps, ...more] }, faults: [{ says: [`${count} steps`] }] };
}
