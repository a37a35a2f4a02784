import fc from "fast-check";
import { seeds } from "#test/core/properties/choices.ts";
import { differenceFromOracle } from "./oracle-difference.ts";
import { randomSteps } from "./random-steps.ts";
import { walkRandomly } from "./walk-randomly.ts";

/** Two runs of the same twelve steps in two orders, both of which the oracle has to foretell. */
export const randomRuns = fc.property(randomSteps, fc.tuple(seeds, seeds), (steps, orders) => {
  for (const order of orders) {
    const { state, stop } = walkRandomly(steps, order);
    const difference = differenceFromOracle(state, steps, stop);
    if (difference !== null) throw new Error(difference);
  }
});
