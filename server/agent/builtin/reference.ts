import type { ListedPlan, ListedStep } from "./listed-plan.ts";
import type { RemovedStep } from "./removed-steps.ts";
import type { Reading } from "./understanding.ts";

/** What a description in a sentence stands for. */
export type Reference =
  | { type: "steps"; steps: ListedStep[] }
  /** No step is called so. `text` is what the person wrote, or the number. */
  | { type: "missing"; text: string; number: number | null }
  | { type: "ambiguous"; candidates: ListedStep[]; text: string }
  /** "it" or "them" with nothing that it could stand for, or no description at all. */
  | { type: "open" };

/** What sentences are about: the plan, and the steps that were spoken of last. */
export type World = {
  plan: ListedPlan;
  focus: ListedStep[];
  /** The steps that were spoken of before `focus`. */
  other?: ListedStep[];
  /** The steps that the message itself has spoken of so far. */
  recent?: ListedStep[];
  /** Whether a step must be meant itself and not by what it makes: "the summary" may then be any step about it. */
  isStrict?: boolean;
  /** What the person asked for last, done to the steps that `text` names. */
  repeat?: (text: string) => Reading;
  /** Steps that the plan has had, the one removed last first. */
  removed?: RemovedStep[];
  /** Tools that a new step may name. */
  tools?: ReadonlySet<string>;
};

export function found(steps: ListedStep[]): Reference {
  return { type: "steps", steps };
}

export function upstreamOf(steps: readonly ListedStep[], plan: ListedPlan): ListedStep[] {
  return closure(steps, plan, (step) => step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []));
}

export function downstreamOf(steps: readonly ListedStep[], plan: ListedPlan): ListedStep[] {
  return closure(steps, plan, (step) => dependentsOf(step, plan));
}

export function dependentsOf(step: ListedStep, plan: ListedPlan): ListedStep[] {
  return plan.steps.filter((other) => other.dependsOn.includes(step.number));
}

function closure(
  from: readonly ListedStep[],
  plan: ListedPlan,
  next: (step: ListedStep) => ListedStep[],
): ListedStep[] {
  const seen = new Set<ListedStep>();
  const queue = from.flatMap(next);
  for (const step of queue) {
    if (seen.has(step)) continue;
    seen.add(step);
    queue.push(...next(step));
  }
  return plan.steps.filter((step) => seen.has(step));
}
