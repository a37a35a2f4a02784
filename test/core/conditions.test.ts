import fc from "fast-check";
import { expect, test } from "vitest";
import {
  conditionReferences,
  evaluateCondition,
  parseCondition,
  renameInCondition,
  statusReads,
} from "#server/core/conditions.ts";
import type { Scope } from "#server/core/scope.ts";
import { anyText } from "./arbitrary-plan.ts";

const scope: Scope = {
  input: { amount: "30" },
  steps: {
    "create-account": { status: "failed", output: null },
    count: {
      status: "completed",
      output: { total: 31, text: "9", label: "a && b", empty: "", zero: 0, list: [], no: false, yes: true },
    },
  },
};

function holds(text: string): boolean | string {
  const condition = parseCondition(text);
  if (!condition.ok) return condition.error.message;
  const result = evaluateCondition(condition.value, scope);
  return result.ok ? result.value : result.error.message;
}

test("comparisons, both ways of quoting and all connectives hold as they read", () => {
  const conditions: [string, boolean][] = [
    ["$create-account.status == 'failed'", true],
    ['$create-account.status == "failed"', true],
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
  ];
  for (const [text, expected] of conditions) expect([text, holds(text)]).toEqual([text, expected]);
});

test("an operator inside quotes is text, and quotes can be escaped", () => {
  expect(holds("$count.output.label == 'a && b'")).toBe(true);
  expect(holds(String.raw`'it\'s' == "it's"`)).toBe(true);
});

test("a number and a numeric text compare as numbers, two texts as texts", () => {
  expect(holds("$count.output.text < 10")).toBe(true);
  expect(holds("$count.output.text < '10'")).toBe(false);
  expect(holds("'1.10' == '1.1'")).toBe(false);
  expect(holds("'1.10' == 1.1")).toBe(true);
  expect(holds("'abc' < 5")).toBe(false);
});

test("a missing path reads as null, which equals nothing else and has no order", () => {
  expect(holds("$count.output.gone == null")).toBe(true);
  expect(holds("$count.output.gone.deeper[3] == null")).toBe(true);
  expect(holds("$count.output.gone < 1")).toBe(false);
  expect(holds("$count.output.gone >= 0")).toBe(false);
  expect(holds("$count.output.gone == 'null'")).toBe(false);
  expect(holds("$count.output.gone != 5")).toBe(true);
  expect(holds("$create-account.output.id == null")).toBe(true);
});

test("a value alone holds unless it is null, false, zero or empty text", () => {
  for (const name of ["zero", "empty", "no", "gone"]) expect(holds(`$count.output.${name}`)).toBe(false);
  for (const name of ["total", "label", "yes", "list"]) expect(holds(`$count.output.${name}`)).toBe(true);
});

test("a step without a result is refused by name", () => {
  expect(holds("true || $later.status == 'failed'")).toBe(
    "$later.status cannot be read: that step has no result here.",
  );
});

test("a condition that cannot be read is refused with the column", () => {
  const refusals: [string, number, string][] = [
    ["", 1, "The condition is empty."],
    ["$a.status = 'failed'", 11, '"=" is no operator: write == to compare, at column 11.'],
    [
      "$a.status == failed",
      14,
      '"failed" is no value: put text in quotes, and $ in front of a step\'s id, at column 14.',
    ],
    ["$a.status == 'failed", 14, "The quoted text is not closed; it starts at column 14."],
    [
      "$a == 1",
      1,
      "A reference is written $step-id.output, $step-id.status or $input; there is none at column 1.",
    ],
    ["$a.status ==", 13, "The condition cannot be read at the end: a value is missing."],
    ["($a.status == 'x'", 18, 'The condition cannot be read at the end: a ")" is missing.'],
    ["1 == 1 )", 8, "The condition cannot be read at column 8: an operator such as == or && is missing."],
    ["1 < 2 < 3", 7, "The condition cannot be read at column 7: join two comparisons with && or ||."],
    ["&& true", 1, 'The condition cannot be read at column 1: a value is missing before "&&".'],
    ["1 == 1 ; drop", 8, '";" has no meaning in a condition at column 8.'],
    [
      `${"(".repeat(60)}true${")".repeat(60)}`,
      51,
      "The condition cannot be read at column 51: it is nested deeper than 50 levels.",
    ],
    [`${"1 == 1 && ".repeat(500)}true`, 4_000, "The condition has 5004 characters; at most 4000 are read."],
  ];
  for (const [text, column, message] of refusals) {
    expect([text, parseCondition(text)]).toEqual([text, { ok: false, error: { message, column } }]);
  }
});

test("references and status reads are listed, each status once", () => {
  const condition = parseCondition(
    "$a.status == 'failed' || !($b.output.x > $input.y) && $a.status != 'skipped' || $c.status",
  );
  if (!condition.ok) throw new Error(condition.error.message);

  expect(conditionReferences(condition.value)).toHaveLength(5);
  expect(statusReads(condition.value)).toEqual(["a", "c"]);
});

test("renaming leaves quoted text and other steps alone", () => {
  expect(renameInCondition("$a.status == '$a.status' || ${a.output.n} > $a-1.output", "a", "b2")).toBe(
    "$b2.status == '$a.status' || ${b2.output.n} > $a-1.output",
  );
  expect(renameInCondition("$a.status = 'x", "a", "b")).toBe("$a.status = 'x");
});

test("no text makes reading or evaluating throw", () => {
  const part = fc.oneof(
    anyText,
    fc.constantFrom(
      "$count.output",
      ".total",
      "$input",
      "==",
      "!=",
      "<",
      "&&",
      "||",
      "!",
      "(",
      ")",
      "'",
      '"',
      " 1 ",
      "true",
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const result = holds(text);
      expect(["boolean", "string"]).toContain(typeof result);
      expect(renameInCondition(text, "zz", "yy")).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});
