import { shortened } from "#server/core/characters.ts";
import { findCycles } from "#server/core/graph.ts";
import { type Issue, MAX_STEPS } from "#server/core/plan.ts";
import { asQuestion, nearNames, someOf } from "./known-names.ts";
import { listed, type Placed, stepError } from "./step-issue.ts";

const MAX_LISTED = 8;

/** Ids, dependencies and circles: every fault is named, each once. */
export function graphIssues(steps: readonly Placed[]): Issue[] {
  const byId = Map.groupBy(steps, ({ step }) => step.id);
  const ids = [...byId.keys()];
  const issues: Issue[] = [];
  if (steps.length === 0) {
    issues.push({ severity: "error", code: "no_steps", message: "The plan has no steps. Add at least one." });
  }
  if (steps.length > MAX_STEPS) {
    const message = `The plan has ${steps.length} steps; at most ${MAX_STEPS} can be saved. Merge or remove some.`;
    issues.push({ severity: "error", code: "too_many_steps", message });
  }

  for (const [id, sharing] of byId) {
    const [, second] = sharing;
    if (!second) continue;
    const message = `Steps ${listed(sharing)} share the id "${shortened(id)}". Every step needs its own id.`;
    issues.push({ severity: "error", code: "duplicate_id", stepId: id, stepNumber: second.number, message });
  }
  for (const placed of steps) {
    for (const id of new Set(placed.step.dependsOn)) {
      if (id === placed.step.id) {
        issues.push(
          stepError(placed, "self_dependency", "depends on itself. Remove that dependency.", "dependsOn"),
        );
      } else if (!byId.has(id)) {
        issues.push(stepError(placed, "missing_dependency", missing(id, placed, ids), "dependsOn"));
      }
    }
  }
  for (const cycle of findCycles(steps.map(({ step }) => step))) {
    const members = cycle.slice(0, -1).flatMap((id) => byId.get(id)?.[0] ?? []);
    const [first] = members;
    if (!first || members.length < 2) continue;
    const inOrder = [...members].sort((a, b) => a.number - b.number);
    issues.push({
      severity: "error",
      code: "cycle",
      stepId: first.step.id,
      stepNumber: first.number,
      path: "dependsOn",
      message: `Steps ${listed(inOrder)} depend on each other in a circle: ${cycle.join(" → ")}. Remove one of these dependencies.`,
    });
  }
  return issues;
}

function missing(id: string, { step }: Placed, ids: readonly string[]): string {
  const says = `depends on "${shortened(id)}", which is not a step of this plan.`;
  const near = nearNames(id, ids).filter((other) => other !== step.id);
  if (near.length > 0) return `${says}${asQuestion(near)}`;
  if (ids.length === 1) return `${says} Remove that dependency.`;
  const others = ids.slice(0, MAX_LISTED + 1).filter((other) => other !== step.id);
  return `${says} The other steps are ${someOf(others, MAX_LISTED, ids.length - 1)}.`;
}
