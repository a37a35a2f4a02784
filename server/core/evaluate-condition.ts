import { shortened } from "./characters.ts";
import { compare } from "./comparison.ts";
import { type Condition, conditionReferences } from "./conditions.ts";
import type { Json } from "./json.ts";
import { valueAt } from "./path.ts";
import { type Reference, writeReference } from "./references.ts";
import { err, ok, type Result } from "./result.ts";
import { type Scope, settledStep } from "./scope.ts";
import { newWork, type Work } from "./work.ts";

type Evaluation = {
  /** Undefined where a place is missing. */
  values: ReadonlyMap<Reference, Json | undefined>;
  work: Work;
  problem: string | null;
};

/**
 * Whether a condition holds, decided from left to right as far as it takes. A missing place reads as null;
 * null, false, 0 and empty text do not hold.
 */
export function evaluateCondition(condition: Condition, scope: Scope): Result<boolean, { message: string }> {
  const values = new Map<Reference, Json | undefined>();
  for (const reference of conditionReferences(condition)) {
    if (reference.source === "input") {
      values.set(reference, valueAt(scope.input, reference.path));
      continue;
    }
    const settled = settledStep(scope, reference.stepId);
    if (!settled)
      return err({ message: `${nameOf(reference)} cannot be read: that step has no result here.` });
    const { status, output, error = "" } = settled;
    const own = { status, error };
    values.set(
      reference,
      reference.field === "output" ? valueAt(output, reference.path) : own[reference.field],
    );
  }

  const evaluation: Evaluation = { values, work: newWork(), problem: null };
  const isTrue = holds(condition, evaluation);
  return evaluation.problem === null ? ok(isTrue) : err({ message: evaluation.problem });
}

function holds(condition: Condition, evaluation: Evaluation): boolean {
  const value = resultOf(condition, evaluation);
  return value !== null && value !== false && value !== 0 && value !== "";
}

function resultOf(condition: Condition, evaluation: Evaluation): Json {
  switch (condition.type) {
    case "value":
      return condition.value;
    case "reference":
      return evaluation.values.get(condition.reference) ?? null;
    case "not":
      return !holds(condition.of, evaluation);
    case "all":
      return condition.of.every((part) => holds(part, evaluation));
    case "any":
      return condition.of.some((part) => holds(part, evaluation));
    case "compare":
      return compared(condition, evaluation);
  }
}

function compared(condition: Extract<Condition, { type: "compare" }>, evaluation: Evaluation): boolean {
  const { left, op, right } = condition;
  const result = compare(resultOf(left, evaluation), op, resultOf(right, evaluation), evaluation.work);
  if (result.ok) return result.value;
  evaluation.problem ??= `${written(left)} ${op} ${written(right)} cannot be decided: ${result.error.message}`;
  return false;
}

function written(operand: Condition): string {
  if (operand.type === "reference") return nameOf(operand.reference);
  return operand.type === "value" ? shortened(JSON.stringify(operand.value)) : "(…)";
}

function nameOf(reference: Reference): string {
  return shortened(writeReference(reference));
}
