import { planEditSchema } from "#server/core/edit-schema.ts";
import { type Issue, onErrorSchema, type Plan } from "#server/core/plan.ts";
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

// What a check, a wait or an agent needs beyond its tool and input, the list does not tell.
function rehearsedKind({ kind, tool }: ListedStep): "reasoning" | "tool" {
  return kind === "tool" || tool !== null ? "tool" : "reasoning";
}

function planOf(listed: ListedPlan): Plan {
  const idOf = (number: number) => listed.steps[number - 1]?.id ?? `step-${number}`;
  return {
    title: listed.title || "Plan",
    objective: "As the plan has it.",
    assumptions: [],
    completionCriteria: "",
    tags: [],
    steps: listed.steps.map((step) => ({
      id: idOf(step.number),
      title: step.title,
      kind: rehearsedKind(step),
      instructions: step.instructions ?? "",
      expectedOutput: "",
      dependsOn: [...step.dependsOn.map(idOf), ...(step.missing ?? [])],
      ...(step.tool !== null ? { tool: step.tool } : {}),
      ...(rehearsedKind(step) === "tool" && step.input !== undefined ? { input: step.input } : {}),
      ...(onErrorSchema.safeParse(step.onError).data ? { onError: onErrorSchema.parse(step.onError) } : {}),
      ...(step.usesRunInput ? { usesRunInput: true } : {}),
      ...(step.approval ? { approval: {} } : {}),
      ...(step.condition === null ? {} : { if: step.condition }),
      ...(step.retries === null ? {} : { maxAttempts: step.retries + 1 }),
    })),
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
  const before = new Map(plan.steps.map((step) => [step.id ?? `step-${step.number}`, step]));
  const places = new Map(steps.map((step, index) => [step.id, index + 1]));
  const kept = steps.flatMap((step, index) => {
    const own = before.get(step.id);
    const dependsOn = step.dependsOn.flatMap((id) => places.get(id) ?? []);
    return own ? [{ ...own, number: index + 1, title: step.title, dependsOn }] : [];
  });
  return kept.length === steps.length ? { ...plan, steps: kept } : null;
}
