import { ancestry } from "#server/core/ancestry.ts";
import type { ListedPlan, ListedStep } from "./listed-plan.ts";
import type { RemovedStep } from "./removed-steps.ts";
import type { Edit, Reading } from "./understanding.ts";

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
  /** The removals that the message itself has asked for so far. */
  removing?: Edit[];
  /** The steps that the message itself has made so far. */
  made?: ListedStep[];
  /** Whether a step must be meant itself and not by what it makes: "the summary" may then be any step about it. */
  isStrict?: boolean;
  /** What the person asked for last, done to the steps that `text` names. */
  repeat?: (text: string) => Reading;
  /** Steps that the plan has had, the one removed last first. */
  removed?: RemovedStep[];
  /** Tools that a new step may name. */
  tools?: ReadonlySet<string>;
  /** Agents that a step may run. */
  agents?: readonly string[];
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
  return followersIn(plan)[step.number - 1] ?? [];
}

const FOLLOWERS = new WeakMap<readonly ListedStep[], ListedStep[][]>();

// For each step those that wait for it, in the order of the list.
function followersIn({ steps }: ListedPlan): ListedStep[][] {
  const known = FOLLOWERS.get(steps);
  if (known) return known;
  const followers: ListedStep[][] = steps.map(() => []);
  for (const step of steps) for (const number of new Set(step.dependsOn)) followers[number - 1]?.push(step);
  FOLLOWERS.set(steps, followers);
  return followers;
}

const ORDERS = new WeakMap<readonly ListedStep[], (earlier: string, later: string) => boolean>();

/** Whether the first step settles before the second, directly or through others. */
export function comesBefore(earlier: ListedStep, later: ListedStep, { steps }: ListedPlan): boolean {
  const known = ORDERS.get(steps);
  const order =
    known ??
    ancestry(steps.map(({ number, dependsOn }) => ({ id: `${number}`, dependsOn: dependsOn.map(String) })));
  if (!known) ORDERS.set(steps, order);
  return order(`${earlier.number}`, `${later.number}`);
}

function closure(
  from: readonly ListedStep[],
  plan: ListedPlan,
  next: (step: ListedStep) => ListedStep[],
): ListedStep[] {
  const seen = new Set<ListedStep>(from.flatMap(next));
  for (const step of seen) for (const other of next(step)) seen.add(other);
  return plan.steps.filter((step) => seen.has(step));
}
