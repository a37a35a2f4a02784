import { makePlan } from "#test/make.ts";
import { open } from "./order-book.ts";

/** Eight reasoning steps: two ways that meet in the baking, and two ends. */
export const bakery = makePlan(
  {
    recipe: [],
    flour: ["recipe"],
    dough: ["flour"],
    oven: [],
    bake: ["dough", "oven"],
    icing: ["bake"],
    shop: ["bake"],
    sell: ["shop"],
  },
  {
    recipe: { title: "Pick a recipe" },
    flour: { title: "Buy the flour" },
    dough: { title: "Knead the dough" },
    oven: { title: "Heat the oven" },
    bake: { title: "Bake the loaves" },
    icing: { title: "Decorate the cakes" },
    shop: { title: "Open the shop" },
    sell: { title: "Sell the leftovers" },
  },
);

/** The conversation so far said to the bakery, and what waits for what behind it, by id. */
export async function saidToBakery(...words: string[]) {
  const session = open(bakery);
  let turn = await session.say(words[0] ?? "");
  for (const next of words.slice(1)) turn = await session.say(next);
  const steps = session.plan()?.steps ?? [];
  return {
    ...turn,
    steps,
    waits: Object.fromEntries(steps.map((step) => [step.id, step.dependsOn])),
    titles: steps.map((step) => step.title),
  };
}

/** What waits for what at the start, with changes. */
export function waitsWith(changes: Record<string, string[]>): Record<string, string[]> {
  return { ...Object.fromEntries(bakery.steps.map((step) => [step.id, step.dependsOn])), ...changes };
}
