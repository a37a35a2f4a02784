import { capitalised, type ListedStep, nameOf, namesOf } from "./listed-plan.ts";
import { dependentsOf, downstreamOf, upstreamOf, type World } from "./reference.ts";

/** What runs, or could run, at the same time. */
export function parallelAnswer(about: readonly ListedStep[], world: World): string {
  const [step, other] = about;
  if (step && other) return together(about, world);
  if (step) {
    const free = world.plan.steps.filter(
      (candidate) => candidate !== step && !linked(step, candidate, world),
    );
    return free.length > 0
      ? `${capitalised(namesOf(free))} can run at the same time as ${nameOf(step)}: neither waits for the other.`
      : `Nothing runs at the same time as ${nameOf(step)}: every other step comes before or after it.`;
  }
  return overall(world);
}

function linked(a: ListedStep, b: ListedStep, { plan }: World): boolean {
  return upstreamOf([a], plan).includes(b) || downstreamOf([a], plan).includes(b);
}

function together(about: readonly ListedStep[], world: World): string {
  const chained = about.find((step) =>
    about.some((other) => other !== step && upstreamOf([step], world.plan).includes(other)),
  );
  if (!chained)
    return `${capitalised(namesOf(about))} already run at the same time: none of them waits for another.`;
  const before = about.filter((other) => upstreamOf([chained], world.plan).includes(other));
  return `Now ${nameOf(chained)} waits for ${namesOf(before)}. It would be faster in parallel only if it does not need that result; say "run them in parallel" to change it.`;
}

function overall(world: World): string {
  const { steps } = world.plan;
  const groups = new Map<string, ListedStep[]>();
  for (const step of steps) {
    const key = String([...step.dependsOn].sort());
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  const wide = [...groups.values()].filter((group) => group.length > 1);
  const chains = steps.filter(
    (step) => step.dependsOn.length === 1 && dependentsOf(step, world.plan).length > 0,
  );
  const now =
    wide.length > 0
      ? `These steps run at the same time: ${wide.map((group) => namesOf(group)).join("; ")}.`
      : "No two steps run at the same time now: the plan is one chain.";
  const example = chains[0];
  const hint = example
    ? ` It gets quicker where a step does not need the result it waits for; look at ${nameOf(example)}, for example. Nothing was changed.`
    : " Nothing was changed.";
  return now + hint;
}
