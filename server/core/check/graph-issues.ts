import { shortened } from "#server/core/characters.ts";
import { type Issue, MAX_STEPS } from "#server/core/plan.ts";
import { circleIssues } from "./circle-issues.ts";
import { joined } from "./joined.ts";
import { asQuestion, someOf } from "./known-names.ts";
import type { Outline } from "./outline.ts";
import { ownTitle, say } from "./sayings.ts";
import { listed, type Placed, stepError } from "./step-issue.ts";

const MAX_LISTED = 8;

/** Ids, dependencies and circles: every fault is named, each once. */
export function graphIssues(steps: readonly Placed[], outline: Outline): Issue[] {
  return joined(
    countIssues(steps.length),
    sharedIds(steps, outline),
    steps.flatMap((placed) => dependencyIssues(placed, outline)),
    circleIssues(steps, outline),
  );
}

function countIssues(count: number): Issue[] {
  if (count === 0) {
    return [{ severity: "error", code: "no_steps", message: "The plan has no steps. Add at least one." }];
  }
  if (count <= MAX_STEPS) return [];
  const message = `The plan has ${count} steps; at most ${MAX_STEPS} can be saved. Merge or remove some.`;
  return [{ severity: "error", code: "too_many_steps", message, say: say.merge(MAX_STEPS, count) }];
}

function sharedIds(steps: readonly Placed[], { ids }: Outline): Issue[] {
  if (ids.length === steps.length) return [];
  const issues: Issue[] = [];
  for (const [id, sharing] of Map.groupBy(steps, ({ step }) => step.id)) {
    const [, second] = sharing;
    if (!second) continue;
    issues.push({
      severity: "error",
      code: "duplicate_id",
      stepId: id,
      stepNumber: second.number,
      message: `Steps ${listed(sharing)} share the id "${shortened(id)}". Every step needs its own id.`,
      say: say.copyInstead(second.number, ownTitle(second)),
    });
  }
  return issues;
}

function dependencyIssues(placed: Placed, outline: Outline): Issue[] {
  const { step, number } = placed;
  const path = "dependsOn";
  const node = outline.graph.get(step.id);
  if (node?.missing === 0 && !node.dependencies.includes(node)) return [];
  return [...new Set(step.dependsOn)].flatMap((id) => {
    if (id === step.id) {
      const place = { path, say: say.dependNoMoreOnItself(number) };
      return [stepError(placed, "self_dependency", "depends on itself. Remove that dependency.", place)];
    }
    return outline.numbers.has(id) ? [] : [missing(id, placed, outline)];
  });
}

function missing(id: string, placed: Placed, outline: Outline): Issue {
  const named = outline.idNamed(id);
  const found = named === undefined ? outline.nearIds(id) : [named];
  const near = found.filter((other) => other !== placed.step.id);
  const says = `depends on "${shortened(id)}", which is not a step of this plan.${insteadOf(placed, near, outline.ids)}`;
  const place = { path: "dependsOn", say: sayInstead(id, placed, near, outline) };
  return stepError(placed, "missing_dependency", says, place);
}

/** The near step takes the place of the one that there is not, unless it waits for this step itself. */
function sayInstead(
  id: string,
  { step, number }: Placed,
  near: readonly string[],
  { numbers, isBefore }: Outline,
): string | undefined {
  const meant = near.find((other) => !isBefore(step.id, other) && !step.dependsOn.includes(other));
  const place = meant === undefined ? undefined : numbers.get(meant);
  const forget = say.forgetDependency(number, id);
  if (place === undefined) return forget;
  const others = step.dependsOn.filter((other) => other !== id);
  const places = others.map((other) => numbers.get(other)).filter((other) => other !== undefined);
  // "Only" would take other dependencies that are at fault along.
  if (places.length < others.length || others.includes(step.id))
    return forget && `${forget} and make step ${number} depend on step ${place}`;
  return say.dependOnlyOn(
    number,
    [...places, place].sort((a, b) => a - b),
  );
}

function insteadOf({ step }: Placed, near: readonly string[], ids: readonly string[]): string {
  if (near.length > 0) return asQuestion(near);
  if (ids.length === 1) return " Remove that dependency.";
  const others = ids.slice(0, MAX_LISTED + 1).filter((other) => other !== step.id);
  return ` The other steps are ${someOf(others, MAX_LISTED, ids.length - 1)}.`;
}
