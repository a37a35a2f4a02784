import { validatorOf } from "#server/core/check/schema-validator.ts";
import { templatesOf } from "#server/core/check/templates.ts";
import type { Json } from "#server/core/json.ts";
import { stepName } from "#server/core/plan.ts";
import { writePath } from "#server/core/path.ts";
import { writeReference } from "#server/core/references.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import { type RunPlan, planStep } from "./run-plan.ts";

type OutputProblem = { path: string; message: string };

/** What keeps the output that a person gives from being the step's: its own schema, and what other steps read of it. */
export function resolvedOutputProblems(runPlan: RunPlan, stepId: string, output: Json): OutputProblem[] {
  const all = [...unfit(runPlan, stepId, output), ...unreadable(runPlan, stepId, output)];
  return [...new Map(all.map((problem) => [problem.message, problem])).values()];
}

function unfit(runPlan: RunPlan, stepId: string, output: Json): OutputProblem[] {
  const { outputSchema } = planStep(runPlan, stepId);
  const validate = outputSchema === undefined ? null : validatorOf(outputSchema);
  if (validate === null || validate(output)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = "does not fit the step's output schema" }) => ({
      path: `output${instancePath}`,
      message: `output${instancePath} ${message}.`,
    }),
  );
}

function unreadable({ plan }: RunPlan, stepId: string, output: Json): OutputProblem[] {
  const scope = { input: null, steps: { [stepId]: { status: "completed", output } as const } };
  return plan.steps.flatMap((step, index) =>
    templatesOf(step).flatMap(({ field, references }) =>
      references.flatMap(({ reference }) => {
        if (reference.source === "input" || reference.stepId !== stepId) return [];
        const written = writeReference(reference);
        const read = resolveTemplate(written, scope);
        if (read.ok) return [];
        const name = stepName(index + 1, step.title);
        const message = `${name} reads ${written} in its ${field}. ${read.error.message}`;
        return [{ path: `output${writePath(reference.path)}`, message }];
      }),
    ),
  );
}
