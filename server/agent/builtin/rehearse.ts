import { planEditSchema } from "#server/core/edit-schema.ts";
import { type Issue, onErrorSchema, type Plan, type Step } from "#server/core/plan.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import type { ListedPlan, ListedStep } from "./listed-plan.ts";
import type { Edit } from "./understanding.ts";

/** What the edits would be refused for, judged on what the list tells; empty when nothing speaks against them. */
export function rehearse(edits: readonly Edit[], plan: ListedPlan): Issue[] {
  // What a removed step was, only its revision tells: it is judged when it comes back.
  if (edits.some((edit) => edit.op === "restore_step")) return [];
  const parsed = edits.map((edit) => planEditSchema.parse(edit));
  const result = applyEdits(planOf(plan), parsed);
  return result.ok ? [] : result.error;
}

function planOf(listed: ListedPlan): Plan {
  return {
    title: listed.title || "Plan",
    objective: "As the plan has it.",
    assumptions: [],
    completionCriteria: "",
    tags: [],
    ...listed.head,
    steps: listed.steps.map((step) => rehearsed(step, listed)),
  };
}

function idOf(number: number, { steps }: ListedPlan): string {
  const step = steps[number - 1];
  return step?.id ?? step?.exact?.id ?? `step-${number}`;
}

// A step of which the context shows no more than its line is judged by that.
function rehearsed(step: ListedStep, listed: ListedPlan): Step {
  const awaited = step.dependsOn.map((number) => idOf(number, listed));
  const dependsOn = [...new Set(awaited), ...(step.missing ?? [])];
  if (step.exact && step.id !== null) return step.exact;
  if (step.exact) return { ...step.exact, title: step.title, dependsOn };
  return {
    id: idOf(step.number, listed),
    title: step.title,
    kind: step.kind,
    instructions: step.instructions ?? "",
    expectedOutput: "",
    dependsOn,
    ...(step.tool !== null ? { tool: step.tool } : {}),
    ...(step.agent === undefined ? {} : { agent: step.agent }),
    ...(step.input !== undefined ? { input: step.input } : {}),
    ...(onErrorSchema.safeParse(step.onError).data ? { onError: onErrorSchema.parse(step.onError) } : {}),
    ...(step.usesRunInput ? { usesRunInput: true } : {}),
    ...(step.approval ? { approval: {} } : {}),
    ...(step.condition === null ? {} : { if: step.condition }),
    ...(step.retries === null ? {} : { maxAttempts: step.retries + 1 }),
  };
}

/** The plan as the edits would leave it; null when they would be refused. */
export function planAfter(edits: readonly Edit[], plan: ListedPlan): ListedPlan | null {
  const result = applyEdits(
    planOf(plan),
    edits.map((edit) => planEditSchema.parse(edit)),
  );
  if (!result.ok) return null;
  const { steps } = result.value.plan;
  const before = new Map(plan.steps.map((step) => [idOf(step.number, plan), step]));
  const places = new Map(steps.map((step, index) => [step.id, index + 1]));
  const kept = steps.flatMap((step, index) => {
    const own = before.get(step.id);
    const dependsOn = step.dependsOn.flatMap((id) => places.get(id) ?? []);
    const exact = own?.exact ? { exact: step } : {};
    return own ? [{ ...own, number: index + 1, title: step.title, dependsOn, ...exact }] : [];
  });
  return kept.length === steps.length ? { ...plan, steps: kept } : null;
}
