import type { Issue } from "#server/core/plan.ts";
import type { Outline } from "./outline.ts";
import { say } from "./sayings.ts";
import { type Placed, stepError } from "./step-issue.ts";

/** An output can only be held to a schema that is one. */
export function outputSchemaIssues(placed: Placed, { schemaProblem }: Outline): Issue[] {
  const { step, number } = placed;
  const problem = step.outputSchema && schemaProblem(step.outputSchema);
  if (!problem) return [];
  const path = `outputSchema${problem.at}`;
  const says = `has an outputSchema that is no JSON Schema: ${path} ${problem.says}. Mend it, or drop the field.`;
  return [stepError(placed, "output_schema", says, { path, say: say.dropField(number, "outputSchema") })];
}
