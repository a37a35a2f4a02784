import { type ComparisonOperator, compare } from "./comparison.ts";
import { type ConditionError, type Token, tokenize } from "./condition-tokens.ts";
import type { Json } from "./json.ts";
import { valueAt } from "./path.ts";
import { type Reference, writeReference } from "./references.ts";
import { err, ok, type Result } from "./result.ts";
import { type Scope, settledStep } from "./scope.ts";

export type Condition =
  | { type: "value"; value: Json }
  | { type: "reference"; reference: Reference }
  | { type: "not"; of: Condition }
  | { type: "all" | "any"; of: Condition[] }
  | { type: "compare"; op: ComparisonOperator; left: Condition; right: Condition };

const MAX_LENGTH = 4_000;
const MAX_DEPTH = 50;
const COMPARISONS: readonly string[] = ["==", "!=", ">", ">=", "<", "<="] satisfies ComparisonOperator[];

function isComparison(text: string): text is ComparisonOperator {
  return COMPARISONS.includes(text);
}

type Parser = { tokens: readonly Token[]; next: number; depth: number; length: number };
type Parsed = Result<Condition, ConditionError>;

/** A condition as it can be evaluated, or what is wrong with it and where. */
export function parseCondition(text: string): Parsed {
  if (text.trim() === "") return err({ message: "The condition is empty.", column: 1 });
  if (text.length > MAX_LENGTH) {
    return err({
      message: `The condition has ${text.length} characters; at most ${MAX_LENGTH} are read.`,
      column: MAX_LENGTH,
    });
  }
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;

  const parser: Parser = { tokens: tokens.value, next: 0, depth: 0, length: text.length };
  const condition = parseList(parser, "any");
  if (!condition.ok) return condition;
  if (parser.next < parser.tokens.length)
    return unexpected(parser, "an operator such as == or && is missing");
  return condition;
}

function peekSymbol(parser: Parser): string | null {
  const token = parser.tokens[parser.next];
  return token?.type === "symbol" ? token.text : null;
}

function unexpected(parser: Parser, instead: string): Parsed {
  const token = parser.tokens[parser.next];
  const column = token?.column ?? parser.length + 1;
  const where = token ? `at column ${column}` : "at the end";
  return err({ message: `The condition cannot be read ${where}: ${instead}.`, column });
}

function parseList(parser: Parser, type: "any" | "all"): Parsed {
  const symbol = type === "any" ? "||" : "&&";
  const of: Condition[] = [];
  for (;;) {
    const part = type === "any" ? parseList(parser, "all") : parseComparison(parser);
    if (!part.ok) return part;
    of.push(part.value);
    if (peekSymbol(parser) !== symbol) return ok(of.length === 1 ? part.value : { type, of });
    parser.next += 1;
  }
}

function parseComparison(parser: Parser): Parsed {
  const left = parseOperand(parser);
  if (!left.ok) return left;
  const op = peekSymbol(parser);
  if (op === null || !isComparison(op)) return left;
  parser.next += 1;
  const right = parseOperand(parser);
  if (!right.ok) return right;
  const again = peekSymbol(parser);
  if (again !== null && isComparison(again)) return unexpected(parser, "join two comparisons with && or ||");
  return ok({ type: "compare", op, left: left.value, right: right.value });
}

function parseOperand(parser: Parser): Parsed {
  const token = parser.tokens[parser.next];
  if (!token) return unexpected(parser, "a value is missing");
  if (token.type === "value") {
    parser.next += 1;
    return ok({ type: "value", value: token.value });
  }
  if (token.type === "reference") {
    parser.next += 1;
    return ok({ type: "reference", reference: token.reference });
  }
  if (token.text !== "!" && token.text !== "(")
    return unexpected(parser, `a value is missing before "${token.text}"`);
  if (parser.depth >= MAX_DEPTH) return unexpected(parser, `it is nested deeper than ${MAX_DEPTH} levels`);
  parser.next += 1;
  parser.depth += 1;
  const inner = token.text === "!" ? parseOperand(parser) : parseList(parser, "any");
  parser.depth -= 1;
  if (!inner.ok) return inner;
  if (token.text === "!") return ok({ type: "not", of: inner.value });
  if (peekSymbol(parser) !== ")") return unexpected(parser, 'a ")" is missing');
  parser.next += 1;
  return inner;
}

/** Whether a condition holds. A missing path reads as null; null, false, 0 and empty text do not hold. */
export function evaluateCondition(condition: Condition, scope: Scope): Result<boolean, { message: string }> {
  const absent = conditionReferences(condition).find(
    (reference) => reference.source === "step" && !settledStep(scope, reference.stepId),
  );
  if (absent)
    return err({ message: `${writeReference(absent)} cannot be read: that step has no result here.` });
  return ok(holds(resultOf(condition, scope)));
}

function holds(value: Json): boolean {
  return value !== null && value !== false && value !== 0 && value !== "";
}

function resultOf(condition: Condition, scope: Scope): Json {
  switch (condition.type) {
    case "value":
      return condition.value;
    case "reference":
      return referenced(condition.reference, scope);
    case "not":
      return !holds(resultOf(condition.of, scope));
    case "all":
      return condition.of.every((part) => holds(resultOf(part, scope)));
    case "any":
      return condition.of.some((part) => holds(resultOf(part, scope)));
    case "compare":
      return compare(resultOf(condition.left, scope), condition.op, resultOf(condition.right, scope));
  }
}

function referenced(reference: Reference, scope: Scope): Json {
  if (reference.source === "input") return valueAt(scope.input, reference.path) ?? null;
  const settled = settledStep(scope, reference.stepId);
  if (!settled) return null;
  if (reference.field === "status") return settled.status;
  return valueAt(settled.output, reference.path) ?? null;
}

/** Every reference in a condition, in the order in which they are written. */
export function conditionReferences(condition: Condition): Reference[] {
  switch (condition.type) {
    case "value":
      return [];
    case "reference":
      return [condition.reference];
    case "not":
      return conditionReferences(condition.of);
    case "all":
    case "any":
      return condition.of.flatMap(conditionReferences);
    case "compare":
      return [...conditionReferences(condition.left), ...conditionReferences(condition.right)];
  }
}

/** Ids whose status the condition reads: their failing or being skipped does not skip its step. */
export function statusReads(condition: Condition): string[] {
  const ids = conditionReferences(condition).flatMap((reference) =>
    reference.source === "step" && reference.field === "status" ? [reference.stepId] : [],
  );
  return [...new Set(ids)];
}

/** The condition's text with every reference to one step turned into a reference to another. */
export function renameInCondition(text: string, from: string, to: string): string {
  const tokens = tokenize(text);
  if (!tokens.ok) return text;
  return tokens.value.reduceRight((changed, token) => {
    if (token.type !== "reference" || token.reference.source === "input") return changed;
    if (token.reference.stepId !== from) return changed;
    const written = changed.slice(token.column - 1, token.end).replace(from, () => to);
    return changed.slice(0, token.column - 1) + written + changed.slice(token.end);
  }, text);
}
