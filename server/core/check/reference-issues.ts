import { conditionReferences, parseCondition } from "#server/core/conditions.ts";
import type { Json } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import {
  findReferences,
  mapStrings,
  type Reference,
  scanReference,
  writeReference,
} from "#server/core/references.ts";
import { type Placed, stepError, stepWarning } from "./step-issue.ts";

type Graph = {
  isStep: (id: string) => boolean;
  isBefore: (earlierId: string, id: string) => boolean;
};

type Found = { reference: Reference; path: string };

/** References only to steps that come before, to the run input only where it is received, conditions that can be read. */
export function referenceIssues(placed: Placed, graph: Graph): Issue[] {
  const { step } = placed;
  const issues: Issue[] = [];
  const found: Found[] = [];
  for (const [field, template] of templatesOf(placed)) {
    found.push(...findReferences(template).map(({ reference, at }) => ({ reference, path: field + at })));
    issues.push(...unreplaced(placed, field, template, graph));
  }
  if (step.if !== undefined) {
    const condition = parseCondition(step.if);
    if (condition.ok) {
      found.push(...conditionReferences(condition.value).map((reference) => ({ reference, path: "if" })));
    } else {
      issues.push(
        stepError(
          placed,
          "condition_syntax",
          `has a condition that cannot be read. ${condition.error.message}`,
          "if",
        ),
      );
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

function problemOf(
  placed: Placed,
  reference: Reference,
  path: string,
  { isStep, isBefore }: Graph,
): Issue | null {
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
  if (isBefore(stepId, step.id) && stepId !== step.id) return null;
  if (!isStep(stepId)) {
    return stepError(
      placed,
      "unknown_reference",
      `refers to ${written}, but "${stepId}" is not a step of this plan.`,
      path,
    );
  }
  const says =
    stepId === step.id
      ? `refers to its own result ${written}. Refer to a step that comes before it.`
      : `refers to ${written}, but does not wait for "${stepId}". Make it depend on that step, or remove the reference.`;
  return stepError(placed, "reference_not_ancestor", says, path);
}

/** Inside longer text a reference needs braces; without them it would stay as it is written. */
function unreplaced(placed: Placed, field: string, template: Json, { isStep }: Graph): Issue[] {
  const written = new Set<string>();
  mapStrings(template, (text) => {
    for (let at = text.indexOf("$"); at !== -1; at = text.indexOf("$", at + 1)) {
      const found = scanReference(text, at + 1);
      if (!found || (at === 0 && found.end === text.length)) continue;
      const { reference } = found;
      const isMeant = reference.source === "step" ? isStep(reference.stepId) : reference.path.length > 0;
      if (isMeant) written.add(writeReference(reference));
    }
    return text;
  });
  return [...written].map((name) =>
    stepWarning(
      placed,
      "unknown_reference",
      `has ${name} inside a longer text, where it stays as it is. Write \${${name.slice(1)}} to put its value there.`,
      field,
    ),
  );
}
