import type { z } from "zod";
import { describeValue } from "./describe-value.ts";
import { canonicalJson, type Json } from "./json.ts";
import { parsePath, valueAt } from "./path.ts";
import type { comparisonOperatorSchema } from "./plan.ts";
import { err, ok, type Result } from "./result.ts";
import { mayRead, newWork, spend, stop, type Work } from "./work.ts";

export type ComparisonOperator = z.infer<typeof comparisonOperatorSchema>;

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

/** The value at a path such as `items[0].title`; undefined when it is missing or the path is malformed. */
export function readPath(value: Json, path: string): Json | undefined {
  const parsed = parsePath(path.trim());
  return parsed ? valueAt(value, parsed) : undefined;
}

/** How a value reads inside text: text as it is, anything else as JSON. */
export function textOf(value: Json, work: Work): string {
  if (!mayRead(value, work)) return "";
  return typeof value === "string" ? value : canonicalJson(value);
}

function numberOf(value: Json): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMERIC.test(value) ? Number(value) : null;
}

/** Below zero, zero or above it. */
function difference(a: Json, b: Json, work: Work): number {
  if (typeof a === "number" || typeof b === "number") {
    const [left, right] = [numberOf(a), numberOf(b)];
    if (left !== null && right !== null) return left - right;
  }
  const [left, right] = [textOf(a, work), textOf(b, work)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isEqual(a: Json, b: Json, work: Work): boolean {
  return a === null || b === null ? a === b : difference(a, b, work) === 0;
}

function contains(whole: Json, part: Json, work: Work): boolean {
  if (Array.isArray(whole)) return hasItem(whole, part, work);
  if (typeof whole === "object" && whole !== null) return Object.hasOwn(whole, textOf(part, work));
  return whole !== null && textOf(whole, work).includes(textOf(part, work));
}

function hasItem(list: readonly Json[], wanted: Json, work: Work): boolean {
  for (const item of list) {
    if (!spend(work)) return false;
    if (isEqual(item, wanted, work)) return true;
  }
  return false;
}

function isOrdered(a: Json, op: ">" | ">=" | "<" | "<=", b: Json, work: Work): boolean {
  for (const value of [a, b]) {
    if (typeof value !== "object" || value === null) continue;
    const [kind, instead] = Array.isArray(value)
      ? ["a list", "one of its items, or let a step count them"]
      : ["an object", "one of its fields"];
    const compared = `it compares ${describeValue(a)} with ${describeValue(b)}`;
    return stop(work, `${compared}, and ${kind} has no order. Compare ${instead}`);
  }
  if (a === null || b === null) return false;
  const found = difference(a, b, work);
  switch (op) {
    case ">":
      return found > 0;
    case ">=":
      return found >= 0;
    case "<":
      return found < 0;
    case "<=":
      return found <= 0;
  }
}

function holds(value: Json, op: ComparisonOperator, expected: Json, work: Work): boolean {
  switch (op) {
    case "==":
      return isEqual(value, expected, work);
    case "!=":
      return !isEqual(value, expected, work);
    case "contains":
      return contains(value, expected, work);
    case "exists":
      return (value !== null) === (expected !== false);
    default:
      return isOrdered(value, op, expected, work);
  }
}

/**
 * A number and a numeric text compare as numbers, everything else as text; null equals null alone and
 * stands neither before nor after anything. A missing value reads as null. `exists` with the value false
 * asks for absence. Refused is what means nothing: which of two is greater when one is a list or an object.
 */
export function compare(
  actual: Json | undefined,
  op: ComparisonOperator,
  expected: Json,
  work: Work = newWork(),
): Result<boolean, { message: string }> {
  const isTrue = holds(actual ?? null, op, expected, work);
  return work.problem === null ? ok(isTrue) : err({ message: `${work.problem}.` });
}
