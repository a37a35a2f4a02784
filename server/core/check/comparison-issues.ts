import { type ComparisonOperator, compare } from "#server/core/comparison.ts";
import type { Condition } from "#server/core/conditions.ts";
import type { Json, JsonSchema } from "#server/core/json.ts";
import { parsePath } from "#server/core/path.ts";
import type { Issue } from "#server/core/plan.ts";
import { writeReference } from "#server/core/references.ts";
import { formsInWords, valuesInWords, valuesOf } from "./form-fit.ts";
import { joined } from "./joined.ts";
import type { Outline } from "./outline.ts";
import type { Form } from "./schema-forms.ts";
import { type Placed, stepWarning } from "./step-issue.ts";
import { formsOfReference } from "./type-issues.ts";

const ORDERING: readonly string[] = [">", ">=", "<", "<="] satisfies ComparisonOperator[];

/** Comparisons in a condition that mean nothing by the schemas of what they read. */
export function comparisonIssues(placed: Placed, condition: Condition, outline: Outline): Issue[] {
  switch (condition.type) {
    case "value":
    case "reference":
      return [];
    case "not":
      return comparisonIssues(placed, condition.of, outline);
    case "all":
    case "any":
      return condition.of.flatMap((part) => comparisonIssues(placed, part, outline));
    case "compare":
      return joined(
        sideIssues(placed, condition.left, condition.op, condition.right, outline),
        sideIssues(placed, condition.right, condition.op, condition.left, outline),
      );
  }
}

function sideIssues(
  placed: Placed,
  side: Condition,
  op: ComparisonOperator,
  other: Condition,
  outline: Outline,
): Issue[] {
  if (side.type !== "reference") return [];
  const forms = formsOfReference(side.reference, outline);
  if (!forms) return [];
  const expected = other.type === "value" ? other.value : undefined;
  const fault = senselessComparison(forms, op, expected);
  if (fault === null) return [];
  const says = `compares ${writeReference(side.reference)} in its condition, ${fault}`;
  return [stepWarning(placed, "reference_type", says, { path: "if" })];
}

/** What a check and a precondition look at in what their tool gives. */
export function observationIssues(placed: Placed, outline: Outline): Issue[] {
  const { step } = placed;
  if (!step.check && !step.precondition) return [];
  return [
    { field: "check", rule: step.check, tool: step.tool },
    { field: "precondition", rule: step.precondition, tool: step.precondition?.tool },
  ].flatMap(({ field, rule, tool = "" }) => {
    const schema = outline.tools.get(tool)?.outputSchema;
    return rule && schema ? pathIssues(placed, schema, { ...rule, field, tool }, outline) : [];
  });
}

type Observed = { field: string; tool: string; path: string; op: ComparisonOperator; value: Json };

function pathIssues(placed: Placed, schema: JsonSchema, observed: Observed, outline: Outline): Issue[] {
  const { field, tool, op, value } = observed;
  const path = parsePath(observed.path.trim());
  const place = path && outline.placeIn(schema, path);
  if (!place) return [];
  const at = `${field}.path`;
  if (place.type === "missing") {
    const says = `looks at ${observed.path} in its ${field}, but the output of "${tool}" has no ${place.part} by its schema. Check the path.`;
    return [stepWarning(placed, "output_path", says, { path: at })];
  }
  const fault = senselessComparison(place.forms, op, value);
  if (fault === null) return [];
  const says = `compares the output of "${tool}" in its ${field}, ${fault}`;
  return [stepWarning(placed, "reference_type", says, { path: at })];
}

/** Why a comparison comes out the same for every value of these forms; null when it may go either way. */
function senselessComparison(
  forms: readonly Form[],
  op: ComparisonOperator,
  expected: Json | undefined,
): string | null {
  if (ORDERING.includes(op) && forms.every(({ type }) => type === "object" || type === "array"))
    return `which is ${formsInWords(forms)} by its schema and has no order. Compare a number or a text in it.`;
  const values = valuesOf(forms);
  const isAboutOne = op === "==" || op === "!=";
  // A place that is missing reads as null.
  if (!isAboutOne || !values || expected === undefined || expected === null) return null;
  const isPossible = values.some((value) => {
    const same = compare(value, "==", expected);
    return !same.ok || same.value;
  });
  if (isPossible) return null;
  return `which is ${valuesInWords(values)} and never ${JSON.stringify(expected)}. Compare with one of these.`;
}
