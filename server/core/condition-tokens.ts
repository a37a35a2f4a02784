import type { Json } from "./json.ts";
import { type Reference, scanReference } from "./references.ts";
import { err, ok, type Result } from "./result.ts";

/** `column` counts from 1. `symbol` is an operator or a parenthesis. */
export type Token = { column: number; end: number } & (
  | { type: "symbol"; text: string }
  | { type: "value"; value: Json }
  | { type: "reference"; reference: Reference }
);

export type ConditionError = { message: string; column: number };

const SYMBOL = /==|!=|>=|<=|&&|\|\||[><!()]/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.])/uy;
const WORD = /[\p{L}\p{N}_.-]+/uy;
const QUOTED = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/sy;
const CONSTANTS: Readonly<Record<string, Json>> = { true: true, false: false, null: null };

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function tokenize(text: string): Result<Token[], ConditionError> {
  const tokens: Token[] = [];
  let at = 0;
  const token = (end: number) => ({ column: at + 1, end });
  const fail = (message: string) => err({ message: `${message} at column ${at + 1}.`, column: at + 1 });

  while (at < text.length) {
    const rest = text[at] ?? "";
    if (/\s/.test(rest)) {
      at += 1;
      continue;
    }
    if (rest === "$") {
      const braced = text[at + 1] === "{";
      const found = scanReference(text, at + (braced ? 2 : 1));
      if (!found || (braced && text[found.end] !== "}")) {
        return fail("A reference is written $step-id.output, $step-id.status or $input; there is none");
      }
      const end = found.end + (braced ? 1 : 0);
      tokens.push({ type: "reference", reference: found.reference, ...token(end) });
      at = end;
      continue;
    }
    const symbol = match(SYMBOL, text, at)?.[0];
    if (symbol !== undefined) {
      tokens.push({ type: "symbol", text: symbol, ...token(at + symbol.length) });
      at += symbol.length;
      continue;
    }
    const quoted = match(QUOTED, text, at);
    if (quoted) {
      const value = (quoted[1] ?? quoted[2] ?? "").replace(/\\(.)/gs, "$1");
      tokens.push({ type: "value", value, ...token(at + quoted[0].length) });
      at += quoted[0].length;
      continue;
    }
    if (rest === "'" || rest === '"') return fail("The quoted text is not closed; it starts");
    const number = match(NUMBER, text, at)?.[0];
    if (number !== undefined) {
      tokens.push({ type: "value", value: Number(number), ...token(at + number.length) });
      at += number.length;
      continue;
    }
    const word = match(WORD, text, at)?.[0];
    if (word !== undefined && Object.hasOwn(CONSTANTS, word)) {
      tokens.push({ type: "value", value: CONSTANTS[word] ?? null, ...token(at + word.length) });
      at += word.length;
      continue;
    }
    if (word !== undefined)
      return fail(`"${word}" is no value: put text in quotes, and $ in front of a step's id,`);
    if (rest === "=") return fail('"=" is no operator: write == to compare,');
    return fail(`"${String.fromCodePoint(text.codePointAt(at) ?? 0)}" has no meaning in a condition`);
  }
  return ok(tokens);
}
