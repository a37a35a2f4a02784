import { firstCharacters } from "./characters.ts";
import type { ComparisonOperator } from "./comparison.ts";
import { type ConditionError, columnOf, type Token, tokenize } from "./condition-tokens.ts";
import type { Json } from "./json.ts";
import type { Reference } from "./references.ts";
import { err, ok, type Result } from "./result.ts";

/*
 * condition  = all { "||" all }
 * all        = comparison { "&&" comparison }
 * comparison = operand [ ( "==" | "!=" | ">" | ">=" | "<" | "<=" ) operand ]
 * operand    = "!" operand | "(" condition ")" | reference | text | number | "true" | "false" | "null"
 * reference  = ( "$" name ) | ( "${" name "}" )
 * name       = ( step-id ".output" | "input" ) path | step-id ".status"
 * path       = { "." word | "[" digits "]" | "[" text "]" }
 * text       = "'…'" or '"…"', where "\" takes the next character as it is
 */
export type Condition =
  | { type: "value"; value: Json }
  | { type: "reference"; reference: Reference }
  | { type: "not"; of: Condition }
  | { type: "all" | "any"; of: Condition[] }
  | { type: "compare"; op: ComparisonOperator; left: Condition; right: Condition };

const MAX_LENGTH = 4_000;
const MAX_DEPTH = 50;
const COMPARISONS: readonly string[] = ["==", "!=", ">", ">=", "<", "<="] satisfies ComparisonOperator[];
const VALUES = "a reference, a quoted text, a number, true, false or null";

type Parser = { text: string; tokens: readonly Token[]; next: number; depth: number };
type Parsed = Result<Condition, ConditionError>;

function isComparison(text: string): text is ComparisonOperator {
  return COMPARISONS.includes(text);
}

/** A condition as it can be evaluated, or what is wrong with it and where. */
export function parseCondition(text: string): Parsed {
  if (text.trim() === "") {
    const message = "The condition is empty. Write a comparison such as $step-id.status == 'failed'.";
    return err({ message, at: 0, column: 1 });
  }
  const start = firstCharacters(text, MAX_LENGTH);
  if (start.length < text.length) {
    const message = `The condition has more than ${MAX_LENGTH} characters. Shorten it, or let a step decide.`;
    return err({ message, at: start.length, column: columnOf(text, start.length) });
  }
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;

  const parser: Parser = { text, tokens: tokens.value, next: 0, depth: 0 };
  const condition = parseList(parser, "any");
  if (!condition.ok) return condition;
  if (parser.next < parser.tokens.length)
    return unexpected(parser, "an operator such as == or && is missing");
  return condition;
}

function nextSymbol(parser: Parser): string | null {
  const token = parser.tokens[parser.next];
  return token?.type === "symbol" ? token.text : null;
}

function unexpected(parser: Parser, instead: string): Parsed {
  const token = parser.tokens[parser.next];
  const at = token ? token.start : parser.text.length;
  const column = columnOf(parser.text, at);
  const where = token ? `at column ${column}` : "at the end";
  return err({ message: `The condition cannot be read ${where}: ${instead}.`, at, column });
}

function parseList(parser: Parser, type: "any" | "all"): Parsed {
  const symbol = type === "any" ? "||" : "&&";
  const of: Condition[] = [];
  for (;;) {
    const part = type === "any" ? parseList(parser, "all") : parseComparison(parser);
    if (!part.ok) return part;
    of.push(part.value);
    if (nextSymbol(parser) !== symbol) return ok(of.length === 1 ? part.value : { type, of });
    parser.next += 1;
  }
}

function parseComparison(parser: Parser): Parsed {
  const left = parseOperand(parser);
  if (!left.ok) return left;
  const op = nextSymbol(parser);
  if (op === null || !isComparison(op)) return left;
  parser.next += 1;
  const right = parseOperand(parser);
  if (!right.ok) return right;
  const again = nextSymbol(parser);
  if (again !== null && isComparison(again)) return unexpected(parser, "join two comparisons with && or ||");
  return ok({ type: "compare", op, left: left.value, right: right.value });
}

function parseOperand(parser: Parser): Parsed {
  const token = parser.tokens[parser.next];
  if (!token) return unexpected(parser, `a value is missing: ${VALUES}`);
  if (token.type === "symbol") return parseNested(parser, token.text);
  parser.next += 1;
  return ok(
    token.type === "value"
      ? { type: "value", value: token.value }
      : { type: "reference", reference: token.reference },
  );
}

/** Behind "!" or "(". */
function parseNested(parser: Parser, symbol: string): Parsed {
  if (symbol !== "!" && symbol !== "(")
    return unexpected(parser, `a value is missing before "${symbol}": ${VALUES}`);
  if (parser.depth >= MAX_DEPTH) return unexpected(parser, `it is nested deeper than ${MAX_DEPTH} levels`);
  parser.next += 1;
  parser.depth += 1;
  const inner = symbol === "!" ? parseOperand(parser) : parseList(parser, "any");
  parser.depth -= 1;
  if (!inner.ok) return inner;
  if (symbol === "!") return ok({ type: "not", of: inner.value });
  if (nextSymbol(parser) !== ")") return unexpected(parser, 'a ")" is missing');
  parser.next += 1;
  return inner;
}

/** Every reference in a condition, in the order in which they are written. */
export function conditionReferences(condition: Condition): Reference[] {
  const found: Reference[] = [];
  collectReferences(condition, found);
  return found;
}

function collectReferences(condition: Condition, found: Reference[]): void {
  switch (condition.type) {
    case "value":
      return;
    case "reference":
      found.push(condition.reference);
      return;
    case "not":
      collectReferences(condition.of, found);
      return;
    case "all":
    case "any":
      for (const part of condition.of) collectReferences(part, found);
      return;
    case "compare":
      collectReferences(condition.left, found);
      collectReferences(condition.right, found);
  }
}

/** Ids whose status or error the condition reads: their failing or being skipped does not skip its step. */
export function statusReads(condition: Condition): string[] {
  const ids = conditionReferences(condition).flatMap((reference) =>
    reference.source === "step" && reference.field !== "output" ? [reference.stepId] : [],
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
    const written = text.slice(token.start, token.end).replace(from, () => to);
    return changed.slice(0, token.start) + written + changed.slice(token.end);
  }, text);
}
