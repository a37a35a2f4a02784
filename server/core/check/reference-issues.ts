import { conditionReferences, parseCondition } from "#server/core/conditions.ts";
import type { Json, JsonSchema } from "#server/core/json.ts";
import { writePath } from "#server/core/path.ts";
import type { Issue } from "#server/core/plan.ts";
import { findReferences, type Reference, writeReference } from "#server/core/references.ts";
import { meantBy, namedPath } from "./foreign-reference.ts";
import { didYouMean } from "./known-names.ts";
import { misreadText } from "./misread-text.ts";
import { missingPart } from "./output-path.ts";
import { type Placed, stepError, stepWarning } from "./step-issue.ts";

type Graph = {
  stepIds: ReadonlySet<string>;
  isBefore: (earlierId: string, id: string) => boolean;
  /** The schema of what a step gives, when it has one. */
  outputSchemaOf: (id: string) => JsonSchema | undefined;
};

type Found = { reference: Reference; path: string };

/**
 * References lead to steps that come before, and to the run input only where it is received. A
 * condition can be read.
 */
export function referenceIssues(placed: Placed, graph: Graph): Issue[] {
  const { step } = placed;
  const issues: Issue[] = [];
  const found: Found[] = [];
  for (const [field, template] of templatesOf(placed)) {
    found.push(...findReferences(template).map(({ reference, at }) => ({ reference, path: field + at })));
    issues.push(...misreadText(placed, field, template, graph.stepIds));
  }
  if (step.if !== undefined) {
    const condition = parseCondition(step.if);
    if (condition.ok) {
      found.push(...conditionReferences(condition.value).map((reference) => ({ reference, path: "if" })));
    } else {
      const { message, column } = condition.error;
      const says = `has a condition that cannot be read. ${message}${meantInCondition(step.if, column, graph.stepIds)}`;
      issues.push(stepError(placed, "condition_syntax", says, "if"));
    }
  }

  const seen = new Set<string>();
  for (const { reference, path } of found) {
    const problem = problemOf(placed, reference, path, graph);
    if (!problem || seen.has(problem.message)) continue;
    seen.add(problem.message);
    issues.push(problem);
  }
  return issues;
}

/** What a word with "$" that is no reference means, when the condition ends there. */
function meantInCondition(condition: string, column: number, stepIds: ReadonlySet<string>): string {
  const word = /^\$\{?([^\s${}()=!<>&|]+)/u.exec(condition.slice(column - 1))?.[1];
  const named = word === undefined ? null : namedPath(word);
  if (!named) return "";
  const { name, path } = named;
  if (stepIds.has(name)) return ` Write $${name}.output${writePath(path)}.`;
  return ` ${meantBy(named, stepIds, (reference) => `$${reference}`).advice}`;
}

function templatesOf({ step }: Placed): [string, Json][] {
  const { input, precondition, wait } = step;
  return [
    ...(input === undefined ? [] : [["input", input] as [string, Json]]),
    ...(precondition?.input === undefined
      ? []
      : [["precondition.input", precondition.input] as [string, Json]]),
    ...(wait && "until" in wait ? [["wait.until", wait.until] as [string, Json]] : []),
  ];
}

function problemOf(placed: Placed, reference: Reference, path: string, graph: Graph): Issue | null {
  const { step } = placed;
  const written = writeReference(reference);
  if (reference.source === "input") {
    if (step.usesRunInput) return null;
    return stepError(
      placed,
      "run_input_not_declared",
      `refers to ${written} but does not receive the run input. Set usesRunInput.`,
      path,
    );
  }
  const { stepId } = reference;
  const { stepIds, isBefore } = graph;
  if (isBefore(stepId, step.id) && stepId !== step.id) return outputProblem(placed, reference, path, graph);
  if (!stepIds.has(stepId)) {
    return stepError(
      placed,
      "unknown_reference",
      `refers to ${written}, but "${stepId}" is not a step of this plan.${didYouMean(stepId, stepIds)}`,
      path,
    );
  }
  const says =
    stepId === step.id
      ? `refers to its own result ${written}. Refer to a step that comes before it.`
      : `refers to ${written}, but does not wait for "${stepId}". Make it depend on that step, or remove the reference.`;
  return stepError(placed, "reference_not_ancestor", says, path);
}

function outputProblem(placed: Placed, reference: Reference, path: string, graph: Graph): Issue | null {
  if (reference.source === "input" || reference.field === "status") return null;
  const schema = graph.outputSchemaOf(reference.stepId);
  const missing = schema ? missingPart(schema, reference.path) : null;
  if (missing === null) return null;
  const written = writeReference(reference);
  const says = `refers to ${written}, but the output of "${reference.stepId}" has no ${missing} by its schema. Check the path.`;
  return stepWarning(placed, "output_path", says, path);
}
