import type { Plan } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import type { Amounts } from "./bench-amounts.ts";

/** A plan of no-op steps, how many runs of it go at once, and what its rate has to be beside raw commits. */
export type Shape = { name: string; plan: Plan; runs: number; floor: number; aim: number };

export function chainOf(length: number): Plan {
  const ids = Array.from({ length }, (_, index) => `s${index}`);
  return makePlan(Object.fromEntries(ids.map((id, index) => [id, index === 0 ? [] : [`s${index - 1}`]])));
}

function fanOf(width: number): Plan {
  const leaves = Array.from({ length: width }, (_, index) => `f${index}`);
  return makePlan({ root: [], ...Object.fromEntries(leaves.map((id) => [id, ["root"]])), join: leaves });
}

export function shapesOf({ chainLength, width, chains, diamonds }: Amounts): Shape[] {
  const chain = chainOf(chainLength);
  const diamond = makePlan({ a: [], b: ["a"], c: ["a"], d: ["b", "c"], e: ["d"] });
  return [
    { name: `chain of ${chainLength}`, plan: chain, runs: 1, floor: 0.2, aim: 0.4 },
    { name: `fan-out of ${width} + join`, plan: fanOf(width), runs: 1, floor: 0.5, aim: 1 },
    { name: `${chains} chains of ${chainLength}`, plan: chain, runs: chains, floor: 0.45, aim: 0.9 },
    { name: `${diamonds} diamonds of 5`, plan: diamond, runs: diamonds, floor: 0.25, aim: 0.5 },
  ];
}
