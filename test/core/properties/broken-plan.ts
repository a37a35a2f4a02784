import { expect } from "vitest";
import type { Workspace } from "#server/core/check/workspace.ts";
import type { Issue, IssueCode, Plan, Step } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { type Choices, choicesOf } from "./choices.ts";
import { richWorkspace } from "./rich-workspace.ts";
import { linksOf, toldCircle } from "./told-circle.ts";

/** What one break must be told as. */
export type Fault = {
  /** The step of the broken plan that is named; none for a fault of the plan itself. */
  step?: Step;
  /** Words that the message holds. */
  says?: readonly string[];
  /** The start of the path to the place. */
  path?: string;
  /** For a circle: the link that closes it, from the step that comes before to the one that waits. */
  link?: readonly [string, string];
};

export type Broken = { plan: Plan; faults: readonly Fault[] };

/** One way to break a sound plan; null where the plan has no place for it. */
export type Way = { code: IssueCode; name: string; breaks: (plan: Plan, choices: Choices) => Broken | null };

/** A step of a sort, from anywhere in the list. */
export function stepOf(
  plan: Plan,
  choices: Choices,
  isMeant: (step: Step) => boolean = () => true,
): Step | null {
  const meant = plan.steps.filter(isMeant);
  return meant.length === 0 ? null : choices.of(meant);
}

/** The plan with one step replaced, which is the one to be named. */
export function brokenAt(plan: Plan, step: Step, broken: Step, fault: Fault = {}): Broken {
  const steps = plan.steps.map((item) => (item === step ? broken : item));
  return { plan: { ...plan, steps }, faults: [{ step: broken, ...fault }] };
}

export function without<Field extends keyof Step>(step: Step, field: Field): Omit<Step, Field> {
  const { [field]: _gone, ...rest } = step;
  return rest;
}

/** Ids of all steps that come before one. */
export function upstreamOf(plan: Plan, id: string): Set<string> {
  const found = new Set<string>();
  const open = [id];
  for (const next of open) {
    for (const other of plan.steps.find((step) => step.id === next)?.dependsOn ?? []) {
      if (!found.has(other)) open.push(other);
      found.add(other);
    }
  }
  return found;
}

/** The text of everything in a step in which references stand. */
export function templatesOf({ input, if: condition, precondition, wait }: Step): string {
  return JSON.stringify([input, condition, precondition, wait]);
}

/** Breaks a plan in one way and has the checks find this fault at the right step, and no other. */
export function expectFound(way: Way, plan: Plan, seed: number): boolean {
  const broken = way.breaks(plan, choicesOf(seed));
  if (!broken) return false;
  const found = errorsOf(broken.plan, richWorkspace);
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set([way.code]));
  for (const fault of broken.faults) {
    expect(found.filter((issue) => isOf(issue, fault, broken.plan))).not.toEqual([]);
  }
  const others = found.filter((issue) => !broken.faults.some((fault) => isOf(issue, fault, broken.plan)));
  expect(others).toEqual([]);
  return true;
}

function errorsOf(plan: Plan, workspace: Workspace): Issue[] {
  return validatePlan(plan, workspace).filter(({ severity }) => severity === "error");
}

function isOf(issue: Issue, { step, says = [], path, link }: Fault, plan: Plan): boolean {
  if (link) return isCircle(issue, link, plan);
  const number = step === undefined ? undefined : plan.steps.indexOf(step) + 1;
  return (
    issue.stepNumber === number &&
    (step === undefined || isNamed(issue, step, plan)) &&
    (path === undefined || issue.path?.startsWith(path) === true) &&
    says.every((words) => issue.message.includes(words))
  );
}

/** By number and title; a long title is shortened, a blank one replaced by the id. */
function isNamed({ message, stepId }: Issue, step: Step, plan: Plan): boolean {
  const number = plan.steps.indexOf(step) + 1;
  const name = step.title.trim() === "" ? `(id "${step.id}")` : `"${step.title.slice(0, 40)}`;
  return stepId === step.id && message.includes(`${number} ${name}`);
}

/** Whether a message tells a whole circle that the link closes, begun at its earliest step. */
function isCircle(issue: Issue, [before, waits]: readonly [string, string], plan: Plan): boolean {
  const circle = toldCircle(issue);
  const members = plan.steps.filter(({ id }) => circle.includes(id));
  const links = new Set(
    plan.steps.flatMap(({ id, dependsOn }) => dependsOn.map((other) => `${other} → ${id}`)),
  );
  return (
    circle.length > 2 &&
    members.length === circle.length - 1 &&
    circle[0] === circle.at(-1) &&
    circle[0] === issue.stepId &&
    members[0]?.id === issue.stepId &&
    linksOf(circle).every((link) => links.has(link)) &&
    linksOf(circle).includes(`${before} → ${waits}`) &&
    members.every((step) => isNamed({ ...issue, stepId: step.id }, step, plan))
  );
}
