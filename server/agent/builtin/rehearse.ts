import { planEditSchema } from "#server/core/edit-schema.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import type { ListedPlan } from "./listed-plan.ts";
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
      kind: "reasoning",
      instructions: "",
      expectedOutput: "",
      dependsOn: step.dependsOn.map(idOf),
      ...(step.approval ? { approval: {} } : {}),
      ...(step.condition === null ? {} : { if: step.condition }),
      ...(step.retries === null ? {} : { maxAttempts: step.retries + 1 }),
    })),
  };
}
