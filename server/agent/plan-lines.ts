import type { Plan, Step } from "#server/core/plan.ts";
import { escapeLine, escapeTags } from "./escape-context.ts";

const PLAIN_TITLE = /^[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*$/;

/**
 * The numbered list that a planner decides by, a step a line: `2. Write report ←1 →3,4 · 2 retries`, where
 * step 2 waits for 1, and 3 and 4 wait for it. Left out is what follows from the rest: an id that is the title in lower
 * case with hyphens, the kind of a reasoning step, settings that have their default.
 */
export function planLines(plan: Plan): string[] {
  const followers = new Map<string, number[]>();
  for (const [index, step] of plan.steps.entries()) {
    for (const id of step.dependsOn) followers.set(id, [...(followers.get(id) ?? []), index + 1]);
  }
  const ids = Map.groupBy(plan.steps, (step) => step.id);
  return plan.steps.map((step, index) => {
    const then = followers.get(step.id);
    const waits = step.dependsOn.length === 0 ? "" : ` ←${waitsFor(plan, step)}`;
    return [
      `${index + 1}. ${escapeLine(step.title)}${waits}${then === undefined ? "" : ` →${then.join(",")}`}`,
      ...(step.id === idOfTitle(step.title) && ids.get(step.id)?.length === 1
        ? []
        : [`id ${escapeLine(step.id)}`]),
      ...(step.kind === "reasoning" ? [] : [step.kind]),
      ...stepSettings(plan, step),
    ].join(" · ");
  });
}

/** The id that goes without saying for a title; null for a title that is not plain words. */
export function idOfTitle(title: string): string | null {
  return PLAIN_TITLE.test(title) ? title.toLowerCase().replaceAll(" ", "-") : null;
}

/** Numbers of the steps that `step` waits for, all that share an id; an id that no step has stands as it is. */
function waitsFor(plan: Plan, step: Step): string {
  const places = step.dependsOn.flatMap((id) => {
    const named = plan.steps.flatMap((other, index) =>
      other.id === id ? [{ order: index, name: `${index + 1}` }] : [],
    );
    return named.length > 0 ? named : [{ order: plan.steps.length, name: `"${escapeLine(id)}"` }];
  });
  return places
    .sort((a, b) => a.order - b.order)
    .map((place) => place.name)
    .join(",");
}

function stepSettings(plan: Plan, step: Step): string[] {
  const verified = plan.steps.findIndex((other) => other.id === step.verifies) + 1;
  const verifies = step.verifies === undefined ? [] : [verified || `"${escapeLine(step.verifies)}"`];
  const { input, outputSchema, check, precondition } = step;
  const hidden = Object.entries({ input, outputSchema, check, precondition });
  return [
    ...(step.approval === undefined ? [] : [approvalWords(step.approval)]),
    ...(step.maxAttempts === undefined ? [] : [retriesWords(step.maxAttempts - 1)]),
    ...(step.timeoutSeconds === undefined ? [] : [`timeoutSeconds ${step.timeoutSeconds}`]),
    ...(step.wait === undefined ? [] : [waitWords(step.wait)]),
    ...(step.onError === undefined ? [] : [`onError ${step.onError}`]),
    ...(step.if === undefined ? [] : [`if ${escapeTags(step.if)}`]),
    ...(step.usesRunInput === true ? ["uses run input"] : []),
    ...(step.tool === undefined ? [] : [`tool ${escapeLine(step.tool)}`]),
    ...(step.agent === undefined ? [] : [`agent ${escapeLine(step.agent)}`]),
    ...verifies.map((name) => `verifies ${name}`),
    ...hidden.flatMap(([name, value]) => (value === undefined ? [] : [name])),
  ];
}

function retriesWords(retries: number): string {
  return `${retries} ${retries === 1 ? "retry" : "retries"}`;
}

/** All that an approval says but for its reason: `approval (2 people, 24 h)`. */
function approvalWords({ approvers, expiresAfterHours }: NonNullable<Step["approval"]>): string {
  const words = [
    ...(approvers === undefined ? [] : [`${approvers} ${approvers === 1 ? "person" : "people"}`]),
    ...(expiresAfterHours === undefined ? [] : [`${expiresAfterHours} h`]),
  ];
  return words.length === 0 ? "approval" : `approval (${words.join(", ")})`;
}

function waitWords(wait: NonNullable<Step["wait"]>): string {
  return "seconds" in wait ? `wait ${wait.seconds} s` : `wait until ${escapeLine(wait.until)}`;
}
