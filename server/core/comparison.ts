import type { z } from "zod";
import { canonicalJson, type Json } from "./json.ts";
import { parsePath, valueAt } from "./path.ts";
import type { comparisonOperatorSchema } from "./plan.ts";

export type ComparisonOperator = z.infer<typeof comparisonOperatorSchema>;

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/;

/** The value at a path such as `items[0].title`; undefined when it is missing or the path is malformed. */
export function readPath(value: Json, path: string): Json | undefined {
  const parsed = parsePath(path.trim());
  return parsed ? valueAt(value, parsed) : undefined;
}

/** How a value reads inside text: text as it is, anything else as JSON. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : canonicalJson(value);
}

function numberOf(value: Json): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMERIC.test(value) ? Number(value) : null;
}

/** Below zero, zero or above it; null when one of them is null, which has no order. */
function order(a: Json, b: Json): number | null {
  if (a === null || b === null) return null;
  if (typeof a === "number" || typeof b === "number") {
    const [left, right] = [numberOf(a), numberOf(b)];
    if (left !== null && right !== null) return left - right;
  }
  const [left, right] = [textOf(a), textOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isEqual(a: Json, b: Json): boolean {
  return a === null || b === null ? a === b : order(a, b) === 0;
}

function contains(whole: Json, part: Json): boolean {
  if (Array.isArray(whole)) return whole.some((item) => isEqual(item, part));
  if (typeof whole === "object" && whole !== null) return Object.hasOwn(whole, textOf(part));
  return whole !== null && textOf(whole).includes(textOf(part));
}

/**
 * A number and a numeric text compare as numbers, everything else as text; null equals null alone and
 * has no order. A missing value reads as null. `exists` with the value false asks for absence.
 */
export function compare(actual: Json | undefined, op: ComparisonOperator, expected: Json): boolean {
  const value = actual ?? null;
  switch (op) {
    case "==":
      return isEqual(value, expected);
    case "!=":
      return !isEqual(value, expected);
    case "contains":
      return contains(value, expected);
    case "exists":
      return (value !== null) === (expected !== false);
  }
  const difference = order(value, expected);
  if (difference === null) return false;
  switch (op) {
    case ">":
      return difference > 0;
    case ">=":
      return difference >= 0;
    case "<":
      return difference < 0;
    case "<=":
      return difference <= 0;
  }
}
