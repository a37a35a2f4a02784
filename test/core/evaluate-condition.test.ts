import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCondition } from "#server/core/conditions.ts";
import { evaluateCondition } from "#server/core/evaluate-condition.ts";
import type { Json } from "#server/core/json.ts";
import type { Scope } from "#server/core/scope.ts";
import { cases } from "#test/property.ts";
import { anyConditionText } from "./arbitrary-condition.ts";
import { deepList } from "./deep-list.ts";

const output = {
  total: 31,
  text: "9",
  label: "a && b",
  empty: "",
  zero: 0,
  list: [1, 2, 3],
  none: [],
  object: { a: 1, b: [2] },
  no: false,
  yes: true,
};
const scope: Scope = {
  input: { amount: "30" },
  steps: {
    "create-account": { status: "failed", output: null, error: "No room" },
    count: { status: "completed", output },
  },
};

function holds(text: string, within: Scope = scope): boolean | string {
  const condition = parseCondition(text);
  if (!condition.ok) return condition.error.message;
  const result = evaluateCondition(condition.value, within);
  return result.ok ? result.value : result.error.message;
}

function holdsFor(text: string, value: Json): boolean | string {
  return holds(text, { input: value, steps: {} });
}

test("comparisons, both ways of quoting and all connectives hold as they read", () => {
  const conditions: [string, boolean][] = [
    ["$create-account.status == 'failed'", true],
    ['$create-account.status == "failed"', true],
    ["$create-account.error == 'No room'", true],
    ["$count.error || $count.error != ''", false],
    ["$count.output.total > 30", true],
    ["$count.output.total>30&&$count.output.total<=31", true],
    ["$count.output.total != 31 || $count.status == 'completed'", true],
    ["!($count.output.total >= 32)", true],
    ["!$count.output.no", true],
    ["false || false && true", false],
    ["(true || false) && false", false],
    ["1 == 1 && !false", true],
    ["${count.output.yes}", true],
    ["-1 < 1.5e2", true],
    ["$input.amount >= 30", true],
    ["null == null", true],
    [String.raw`'it\'s' == "it's"`, true],
    ["$count.output.label == 'a && b'", true],
    ["(1 < 2) == true", true],
  ];
  for (const [text, expected] of conditions) expect([text, holds(text)]).toEqual([text, expected]);
});

test("a number and a numeric text compare as numbers, two texts as texts", () => {
  const conditions: [string, boolean][] = [
    ["$count.output.text < 10", true],
    ["$count.output.text < '10'", false],
    ["'1.10' == '1.1'", false],
    ["'1.10' == 1.1", true],
    ["'abc' < 5", false],
  ];
  for (const [text, expected] of conditions) expect([text, holds(text)]).toEqual([text, expected]);
});

test("a missing place reads as null, which equals nothing else and stands before and after nothing", () => {
  const conditions: [string, boolean][] = [
    ["$count.output.gone == null", true],
    ["$count.output.gone.deeper[3] == null", true],
    ["$count.output.gone < 1", false],
    ["$count.output.gone >= 0", false],
    ["$count.output.gone <= $count.output.gone", false],
    ["$count.output.gone == 'null'", false],
    ["$count.output.gone != 5", true],
    ["$create-account.output.id == null", true],
    ["$input.gone", false],
  ];
  for (const [text, expected] of conditions) expect([text, holds(text)]).toEqual([text, expected]);
});

test("a value alone holds unless it is null, false, zero or empty text", () => {
  for (const name of ["zero", "empty", "no", "gone"]) expect(holds(`$count.output.${name}`)).toBe(false);
  for (const name of ["total", "label", "yes", "none"]) expect(holds(`$count.output.${name}`)).toBe(true);
});

test("a step without a result is refused by name", () => {
  expect(holds("true || $later.status == 'failed'")).toBe(
    "$later.status cannot be read: that step has no result here.",
  );
});

test("which of two is greater cannot be decided for a list or an object, and the message says what would", () => {
  const refused: [string, string][] = [
    [
      "$count.output.list > 2",
      "$count.output.list > 2 cannot be decided: it compares a list of 3 with the number 2, and a list has no order. Compare one of its items, or let a step count them.",
    ],
    [
      "'x' <= $count.output.object",
      '"x" <= $count.output.object cannot be decided: it compares text with an object with "a", "b", and an object has no order. Compare one of its fields.',
    ],
    [
      "$count.output.gone < $count.output.none",
      "$count.output.gone < $count.output.none cannot be decided: it compares null with an empty list, and a list has no order. Compare one of its items, or let a step count them.",
    ],
    [
      "!($count.output.list >= (true))",
      "$count.output.list >= true cannot be decided: it compares a list of 3 with the boolean true, and a list has no order. Compare one of its items, or let a step count them.",
    ],
    [
      "(1 == 1) < $count.output.none",
      "(…) < $count.output.none cannot be decided: it compares the boolean true with an empty list, and a list has no order. Compare one of its items, or let a step count them.",
    ],
    [
      `$count.output.list < '${"y".repeat(100)}' || $count.output.object > 1`,
      `$count.output.list < "${"y".repeat(78)}… cannot be decided: it compares a list of 3 with text, and a list has no order. Compare one of its items, or let a step count them.`,
    ],
  ];
  for (const [text, message] of refused) expect(holds(text)).toBe(message);
});

test("lists and objects are equal to what has the same content", () => {
  expect(holds("$count.output.list == '[1,2,3]'")).toBe(true);
  expect(holds("$count.output.list != $count.output.none")).toBe(true);
  expect(holds("$count.output.object == $count.output.object")).toBe(true);
});

test("what is not needed for the answer is not looked at", () => {
  expect(holds("false && $count.output.list > 2")).toBe(false);
  expect(holds("true || $count.output.list > 2")).toBe(true);
});

test("a value too large or nested too deep to be compared is refused, whatever it is compared with", () => {
  const large = "more than 500000 values would have to be read.";

  expect(holdsFor("$input == 'x'", Array(1_000_000).fill(1))).toBe(
    `$input == "x" cannot be decided: ${large}`,
  );
  expect(holdsFor("$input != 'x'", deepList(50_000))).toBe(
    '$input != "x" cannot be decided: it is nested deeper than 500 levels.',
  );
  expect(holdsFor("$input == '[[]]'", deepList(2))).toBe(true);
  expect(holdsFor("$input", deepList(50_000))).toBe(true);
});

test("the comparisons of one condition share what may be read", () => {
  const text = "x".repeat(20_000_000);
  const each = "$input == 1";

  expect(holdsFor([each, each].join(" || "), text)).toBe(false);
  expect(holdsFor([each, each, each].join(" || "), text)).toBe(
    "$input == 1 cannot be decided: more than 500000 values would have to be read.",
  );
});

test("no text makes evaluating throw", () => {
  fc.assert(
    fc.property(anyConditionText, (text) => {
      expect(["boolean", "string"]).toContain(typeof holds(text));
    }),
    cases(500),
  );
});

// Operands with what JavaScript makes of them, so that the rules are said a second time.
type Operand = { text: string; value: number | string | boolean | null };
type Drawn = { text: string; expected: boolean };

const operand: fc.Arbitrary<Operand> = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((value) => ({ text: String(value), value })),
  fc.constantFrom("", "a", "b", "7", "it's").map((value) => ({
    text: `'${value.replaceAll("'", "\\'")}'`,
    value,
  })),
  fc.constantFrom(true, false, null).map((value) => ({ text: String(value), value })),
  fc.constantFrom("total", "text", "empty", "zero", "yes").map((name) => ({
    text: `$count.output.${name}`,
    value: output[name as "total"],
  })),
);

function isAfter(a: Operand["value"], b: Operand["value"]): boolean {
  if (a === null || b === null) return false;
  const isNumeric = (value: Operand["value"]) =>
    typeof value === "number" ||
    (typeof value === "string" && value !== "" && Number.isFinite(Number(value)));
  if ((typeof a === "number" || typeof b === "number") && isNumeric(a) && isNumeric(b))
    return Number(a) > Number(b);
  return String(a) > String(b);
}

const EXPECTED: Record<string, (a: Operand["value"], b: Operand["value"]) => boolean> = {
  ">": isAfter,
  "<": (a, b) => isAfter(b, a),
  ">=": (a, b) => a !== null && b !== null && !isAfter(b, a),
  "<=": (a, b) => a !== null && b !== null && !isAfter(a, b),
  "==": (a, b) => (a === null || b === null ? a === b : !isAfter(a, b) && !isAfter(b, a)),
  "!=": (a, b) => (a === null || b === null ? a !== b : isAfter(a, b) || isAfter(b, a)),
};

const drawn: fc.Arbitrary<Drawn> = fc.letrec<{ condition: Drawn; leaf: Drawn }>((tie) => ({
  leaf: fc.oneof(
    fc.tuple(operand, fc.constantFrom(...Object.entries(EXPECTED)), operand).map(([a, [op, decide], b]) => ({
      text: `${a.text} ${op} ${b.text}`,
      expected: decide(a.value, b.value),
    })),
    operand.map(({ text, value }) => ({ text, expected: Boolean(value) })),
  ),
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie("leaf"),
    tie("condition").map(({ text, expected }) => ({ text: `!(${text})`, expected: !expected })),
    fc.tuple(tie("condition"), tie("condition")).map(([a, b]) => ({
      text: `(${a.text}) && (${b.text})`,
      expected: a.expected && b.expected,
    })),
    fc.tuple(tie("leaf"), tie("leaf"), tie("leaf")).map(([a, b, c]) => ({
      text: `${a.text} || ${b.text} && ${c.text}`,
      expected: a.expected || (b.expected && c.expected),
    })),
  ),
})).condition;

test("a condition holds exactly when the rules, said a second time, say so", () => {
  fc.assert(
    fc.property(drawn, ({ text, expected }) => {
      expect([text, holds(text)]).toEqual([text, expected]);
    }),
    cases(1_000),
  );
});
