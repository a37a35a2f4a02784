import { firstCharacters, shortened } from "./characters.ts";
import type { Json } from "./json.ts";
import { type Reference, scanReference } from "./references.ts";
import { err, ok, type Result } from "./result.ts";

/** From `start` up to `end` in the text. `symbol` is an operator or a parenthesis. */
export type Token = { start: number; end: number } & (
  | { type: "symbol"; text: string }
  | { type: "value"; value: Json }
  | { type: "reference"; reference: Reference }
);

/** `at` is the place in the text; `column` is the same place for people: code points, counted from 1. */
export type ConditionError = { message: string; at: number; column: number };

type Scanned = Result<Token, string>;

const SPACE = /\s*/y;
const SYMBOL = /==|!=|>=|<=|&&|\|\||[><!()]/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/uy;
const WORD = /[\p{L}\p{N}_.-]+/uy;
const QUOTED = /(['"])(?:(?!\1)[^\\]|\\.)*\1/sy;
const CONSTANTS: ReadonlyMap<string, Json> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function columnOf(text: string, at: number): number {
  return [...text.slice(0, at)].length + 1;
}

export function tokenize(text: string): Result<Token[], ConditionError> {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
    if (at >= text.length) return ok(tokens);
    const scanned = scan(text, at);
    if (!scanned.ok) {
      const column = columnOf(text, at);
      return err({ message: `${scanned.error} at column ${column}.`, at, column });
    }
    tokens.push(scanned.value);
    at = scanned.value.end;
  }
}

function scan(text: string, at: number): Scanned {
  const sign = text.charAt(at);
  if (sign === "$") return scanWritten(text, at);
  if (sign === "'" || sign === '"') return scanQuoted(text, at);

  const [symbol] = match(SYMBOL, text, at) ?? [];
  if (symbol !== undefined) return ok({ type: "symbol", text: symbol, start: at, end: at + symbol.length });

  const [number] = match(NUMBER, text, at) ?? [];
  if (number !== undefined) {
    const value = Number(number);
    if (!Number.isFinite(value)) return err(`The number ${shortened(number)} is too large`);
    return ok({ type: "value", value, start: at, end: at + number.length });
  }
  return scanWord(text, at);
}

function scanQuoted(text: string, at: number): Scanned {
  const [quoted] = match(QUOTED, text, at) ?? [];
  if (quoted === undefined) return err("The quoted text is not closed; it starts");
  const inner = quoted.slice(1, -1);
  const value = inner.includes("\\") ? inner.replace(/\\(.)/gs, "$1") : inner;
  return ok({ type: "value", value, start: at, end: at + quoted.length });
}

function scanWritten(text: string, at: number): Scanned {
  const isBraced = text.startsWith("{", at + 1);
  const found = scanReference(text, at + (isBraced ? 2 : 1));
  if (!found || (isBraced && !text.startsWith("}", found.end)))
    return err(
      "A reference is written $step-id.output, $step-id.status, $step-id.error or $input; there is none",
    );
  const { reference, end } = found;
  return ok({ type: "reference", reference, start: at, end: isBraced ? end + 1 : end });
}

function scanWord(text: string, at: number): Scanned {
  const [word] = match(WORD, text, at) ?? [];
  if (word !== undefined) {
    const value = CONSTANTS.get(word);
    if (value !== undefined) return ok({ type: "value", value, start: at, end: at + word.length });
    return err(`"${shortened(word)}" is no value: put text in quotes, and $ in front of a step's id,`);
  }
  if (text.startsWith("=", at)) return err('"=" is no operator: write == to compare,');
  const sign = firstCharacters(text.slice(at), 1);
  return err(
    `"${sign}" has no meaning in a condition, which takes references, quoted text, numbers, true, false, null, == != > >= < <= && || ! and parentheses; it stands`,
  );
}
