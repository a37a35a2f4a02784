import type { Plan, Step } from "#server/core/plan.ts";
import { escapeLine, escapeTags } from "./escape-context.ts";

/**
 * The numbered list that a planner decides by, a step a line:
 * `2. Write report · id write-report · reasoning · waits for 1 · then 3 · 2 retries`.
 * Edges stand in both directions and settings that have their default are left out.
 */
export function planLines(plan: Plan): string[] {
  const followers = new Map<string, number[]>();
  for (const [index, step] of plan.steps.entries()) {
    for (const id of step.dependsOn) followers.set(id, [...(followers.get(id) ?? []), index + 1]);
  }
  return plan.steps.map((step, index) => {
    const then = followers.get(step.id)?.join(", ") ?? "nothing (an end)";
    return [
      `${index + 1}. ${escapeLine(step.title)}`,
      `id ${escapeLine(step.id)}`,
      step.kind,
      `waits for ${waitsFor(plan, step)}`,
      `then ${then}`,
      ...settings(plan, step),
    ].join(" · ");
  });
}

/** Numbers of the steps that `step` waits for, all that share an id; an id that no step has stands as it is. */
export function waitsFor(plan: Plan, step: Step): string {
  const places = step.dependsOn.flatMap((id) => {
    const named = plan.steps.flatMap((other, index) =>
      other.id === id ? [{ order: index, name: `${index + 1}` }] : [],
    );
    return named.length > 0 ? named : [{ order: plan.steps.length, name: `"${escapeLine(id)}"` }];
  });
  const names = places.sort((a, b) => a.order - b.order).map((place) => place.name);
  return names.join(", ") || "nothing";
}

function settings(plan: Plan, step: Step): string[] {
  const verified = plan.steps.findIndex((other) => other.id === step.verifies) + 1;
  const verifies = step.verifies === undefined ? [] : [verified || `"${escapeLine(step.verifies)}"`];
  return [
    ...(step.approval ? ["approval"] : []),
    ...(step.maxAttempts === undefined ? [] : [`${step.maxAttempts - 1} retries`]),
    ...(step.onError === undefined ? [] : [`onError ${step.onError}`]),
    ...(step.if === undefined ? [] : [`if ${escapeTags(step.if)}`]),
    ...(step.usesRunInput === true ? ["uses run input"] : []),
    ...(step.tool === undefined ? [] : [`tool ${escapeLine(step.tool)}`]),
    ...(step.agent === undefined ? [] : [`agent ${escapeLine(step.agent)}`]),
    ...verifies.map((name) => `verifies ${name}`),
  ];
}
