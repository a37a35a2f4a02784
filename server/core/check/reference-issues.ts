import { conditionReferences, parseCondition } from "#server/core/conditions.ts";
import type { Issue } from "#server/core/plan.ts";
import { type Reference, writeReference } from "#server/core/references.ts";
import { comparisonIssues } from "./comparison-issues.ts";
import { conditionSyntax } from "./condition-syntax.ts";
import { asQuestion } from "./known-names.ts";
import { misreadText } from "./misread-text.ts";
import { mustacheText } from "./mustache-text.ts";
import type { Outline } from "./outline.ts";
import { sayWithout } from "./say-without.ts";
import { say } from "./sayings.ts";
import { type Placed, stepError, stepWarning } from "./step-issue.ts";
import type { Template } from "./templates.ts";

/** `path` is the field, and the place in it; `condition` is the text of the one that holds the reference. */
type Found = { reference: Reference; path: string; isWhole: boolean; condition?: string };

/**
 * References lead to steps that come before, and to the run input only where it is received. A
 * condition can be read.
 */
export function referenceIssues(placed: Placed, templates: readonly Template[], outline: Outline): Issue[] {
  const issues: Issue[] = [];
  const found: Found[] = [];
  for (const template of templates) {
    for (const issue of misreadText(placed, template, outline)) issues.push(issue);
    for (const { reference, isWhole, at } of template.references)
      found.push({ reference, isWhole, path: template.field + at });
  }
  for (const issue of mustacheText(placed, templates, outline)) issues.push(issue);
  const condition = placed.step.if;
  if (condition !== undefined) {
    const parsed = parseCondition(condition);
    if (parsed.ok) {
      for (const reference of conditionReferences(parsed.value))
        found.push({ reference, path: "if", isWhole: false, condition });
      issues.push(...comparisonIssues(placed, parsed.value, outline));
    } else {
      issues.push(conditionSyntax(placed, condition, parsed.error, outline));
    }
  }

  const problems = found.map((item) => problemOf(placed, item, outline)).filter((item) => item !== null);
  return problems.length === 0 ? issues : issues.concat(firstOfEach(problems));
}

/** The problems without those that say the same as an earlier one. */
function firstOfEach(problems: readonly Issue[]): Issue[] {
  const seen = new Set<string>();
  return problems.filter(({ message }) => !seen.has(message) && seen.add(message));
}

function problemOf(placed: Placed, found: Found, outline: Outline): Issue | null {
  const { step, number } = placed;
  const { reference, path } = found;
  const { numbers, isBefore, nearIds } = outline;
  if (reference.source === "input") {
    if (step.usesRunInput) return null;
    const says = `refers to ${writeReference(reference)} but does not receive the run input. Set usesRunInput.`;
    return stepError(placed, "run_input_not_declared", says, { path, say: say.takeRunInput(number) });
  }
  const { stepId } = reference;
  if (stepId !== step.id && isBefore(stepId, step.id)) return outputProblem(placed, found, outline);

  const written = writeReference(reference);
  if (stepId === step.id) {
    const says = `refers to its own result ${written}. Refer to a step that comes before it.`;
    return stepError(placed, "reference_not_ancestor", says, {
      path,
      say: sayWithout(placed, found, outline),
    });
  }
  const other = numbers.get(stepId);
  if (other === undefined) {
    const near = nearIds(stepId);
    const meant = near.find((id) => isBefore(id, step.id));
    const instead = meant && sayInstead(placed, found, { ...reference, stepId: meant });
    const says = `refers to ${written}, but "${stepId}" is not a step of this plan.${asQuestion(near)}`;
    const place = { path, say: instead ?? sayWithout(placed, found, outline) };
    return stepError(placed, "unknown_reference", says, place);
  }
  const says = `refers to ${written}, but does not wait for "${stepId}". Make it depend on that step, or remove the reference.`;
  const mended = isBefore(step.id, stepId) ? sayWithout(placed, found, outline) : say.dependOn(number, other);
  return stepError(placed, "reference_not_ancestor", says, { path, say: mended });
}

function outputProblem(placed: Placed, found: Found, outline: Outline): Issue | null {
  const { reference, path } = found;
  if (reference.source === "input" || reference.field !== "output") return null;
  const schema = outline.outputSchemaOf(reference.stepId);
  const place = schema ? outline.placeIn(schema, reference.path) : null;
  if (place?.type !== "missing") return null;
  const written = writeReference(reference);
  const says = `refers to ${written}, but the output of "${reference.stepId}" has no ${place.part} by its schema. Check the path.`;
  const instead = place.meant && sayInstead(placed, found, { ...reference, path: place.meant });
  return stepWarning(placed, "output_path", says, {
    path,
    say: instead ?? sayWithout(placed, found, outline),
  });
}

function sayInstead({ number }: Placed, found: Found, instead: Reference): string | undefined {
  const [old, mended] = [writeReference(found.reference), writeReference(instead)];
  if (found.condition !== undefined)
    return say.runOnlyIf(
      number,
      found.condition.replaceAll(old, () => mended),
    );
  return found.isWhole
    ? say.replace(number, old, mended)
    : say.replace(number, inBraces(old), inBraces(mended));
}

function inBraces(reference: string): string {
  return `\${${reference.slice(1)}}`;
}
