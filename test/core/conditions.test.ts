import fc from "fast-check";
import { expect, test } from "vitest";
import {
  conditionReferences,
  parseCondition,
  renameInCondition,
  statusReads,
} from "#server/core/conditions.ts";
import { cases } from "#test/property.ts";
import { anyConditionText } from "./arbitrary-condition.ts";

const A_VALUE = "a reference, a quoted text, a number, true, false or null";
const NO_REFERENCE =
  "A reference is written $step-id.output, $step-id.status, $step-id.error or $input; there is none";
const NO_MEANING =
  "has no meaning in a condition, which takes references, quoted text, numbers, true, false, null, == != > >= < <= && || ! and parentheses; it stands";
const TOO_LONG = "The condition has more than 4000 characters. Shorten it, or let a step decide.";
const EMPTY = "The condition is empty. Write a comparison such as $step-id.status == 'failed'.";

const REFUSED: [text: string, column: number, message: string][] = [
  ["", 1, EMPTY],
  [" \n\t", 1, EMPTY],
  ["$a.status = 'failed'", 11, '"=" is no operator: write == to compare, at column 11.'],
  [
    "$a.status == failed",
    14,
    '"failed" is no value: put text in quotes, and $ in front of a step\'s id, at column 14.',
  ],
  [
    `$a.status == ${"y".repeat(90)}`,
    14,
    `"${"y".repeat(79)}…" is no value: put text in quotes, and $ in front of a step's id, at column 14.`,
  ],
  ["$a.status == 'failed", 14, "The quoted text is not closed; it starts at column 14."],
  ["$a.status == \"failed'", 14, "The quoted text is not closed; it starts at column 14."],
  [String.raw`$a.status == 'failed\'`, 14, "The quoted text is not closed; it starts at column 14."],
  ["$a == 1", 1, `${NO_REFERENCE} at column 1.`],
  ["1 < $", 5, `${NO_REFERENCE} at column 5.`],
  ["$a.outputs > 1", 1, `${NO_REFERENCE} at column 1.`],
  ["${a.output > 1", 1, `${NO_REFERENCE} at column 1.`],
  ["1 < ${ a.output }", 5, `${NO_REFERENCE} at column 5.`],
  [
    "$a.output. > 1",
    10,
    '"." is no value: put text in quotes, and $ in front of a step\'s id, at column 10.',
  ],
  ["$input[ > 1", 7, `"[" ${NO_MEANING} at column 7.`],
  [
    "$a.output > 1.",
    13,
    '"1." is no value: put text in quotes, and $ in front of a step\'s id, at column 13.',
  ],
  ["1e999 > 1", 1, "The number 1e999 is too large at column 1."],
  ["$a.status ==", 13, `The condition cannot be read at the end: a value is missing: ${A_VALUE}.`],
  ["!", 2, `The condition cannot be read at the end: a value is missing: ${A_VALUE}.`],
  ["true && ", 9, `The condition cannot be read at the end: a value is missing: ${A_VALUE}.`],
  ["($a.status == 'x'", 18, 'The condition cannot be read at the end: a ")" is missing.'],
  ["(1 2)", 4, 'The condition cannot be read at column 4: a ")" is missing.'],
  ["1 == 1 )", 8, "The condition cannot be read at column 8: an operator such as == or && is missing."],
  [
    "$a.output $b.output",
    11,
    "The condition cannot be read at column 11: an operator such as == or && is missing.",
  ],
  ["1 < 2 < 3", 7, "The condition cannot be read at column 7: join two comparisons with && or ||."],
  ["&& true", 1, `The condition cannot be read at column 1: a value is missing before "&&": ${A_VALUE}.`],
  ["()", 2, `The condition cannot be read at column 2: a value is missing before ")": ${A_VALUE}.`],
  ["1 == == 1", 6, `The condition cannot be read at column 6: a value is missing before "==": ${A_VALUE}.`],
  ["== 1", 1, `The condition cannot be read at column 1: a value is missing before "==": ${A_VALUE}.`],
  ["1 == 1 ; drop", 8, `";" ${NO_MEANING} at column 8.`],
  ["1 & 1", 3, `"&" ${NO_MEANING} at column 3.`],
  [
    `${"(".repeat(60)}true${")".repeat(60)}`,
    51,
    "The condition cannot be read at column 51: it is nested deeper than 50 levels.",
  ],
  [
    `${"!".repeat(51)}true`,
    51,
    "The condition cannot be read at column 51: it is nested deeper than 50 levels.",
  ],
  [`${"1 == 1 && ".repeat(500)}true`, 4_001, TOO_LONG],
];

test("a condition that cannot be read is refused with the column and with what would stand there", () => {
  for (const [text, column, message] of REFUSED)
    expect([text, parseCondition(text)]).toEqual([
      text,
      { ok: false, error: { message, column, at: column - 1 } },
    ]);
});

test("columns count code points, so that they are right behind an emoji; `at` is the place in the text", () => {
  const family = "👨‍👩‍👧";

  expect(parseCondition("$a.output == '😀' x")).toEqual({
    ok: false,
    error: {
      message: '"x" is no value: put text in quotes, and $ in front of a step\'s id, at column 18.',
      column: 18,
      at: 18,
    },
  });
  expect(parseCondition(`'😀' == ${family}`)).toEqual({
    ok: false,
    error: { message: `"${family}" ${NO_MEANING} at column 8.`, column: 8, at: 8 },
  });
  expect(parseCondition("('😀'")).toMatchObject({ error: { column: 5, at: 5 } });
  expect(parseCondition("('😀' 😀")).toMatchObject({ error: { column: 6, at: 6 } });
  expect(parseCondition(`'${"😀".repeat(3_998)}'`)).toMatchObject({ ok: true });
  expect(parseCondition(`'${"😀".repeat(4_001)}'`)).toEqual({
    ok: false,
    error: { message: TOO_LONG, column: 4_001, at: 7_999 },
  });
});

test("parentheses and ! nest fifty levels deep, however many stand side by side", () => {
  expect(parseCondition(`${"(".repeat(50)}true${")".repeat(50)}`).ok).toBe(true);
  expect(parseCondition(Array.from({ length: 100 }, () => "!(true)").join(" && ")).ok).toBe(true);
});

test("! binds closer than a comparison, a comparison closer than &&, and && closer than ||", () => {
  const [no, yes] = [false, true].map((value) => ({ type: "value", value }));

  expect(parseCondition("!true == false || true && false")).toEqual({
    ok: true,
    value: {
      type: "any",
      of: [
        { type: "compare", op: "==", left: { type: "not", of: yes }, right: no },
        { type: "all", of: [yes, no] },
      ],
    },
  });
  expect(parseCondition("(true || false) && false")).toEqual({
    ok: true,
    value: { type: "all", of: [{ type: "any", of: [yes, no] }, no] },
  });
});

test("values are read as they are written, and spaces between them do not matter", () => {
  const values: [string, unknown][] = [
    ["12", 12],
    ["-1.5e2", -150],
    ["+.5", 0.5],
    ["1E-2", 0.01],
    ["true", true],
    ["false", false],
    ["null", null],
    ["''", ""],
    [String.raw`'it\'s "a" \\ \n'`, 'it\'s "a" \\ n'],
    ['"a && b\n"', "a && b\n"],
    ["'$a.output'", "$a.output"],
  ];
  for (const [text, value] of values) {
    expect(parseCondition(`\n ${text}\t`)).toEqual({ ok: true, value: { type: "value", value } });
  }
  expect(parseCondition("1==1&&2<=3")).toEqual(parseCondition(" 1 == 1 && 2 <= 3 "));
});

test("references and what asks how a step ended are listed, each step once", () => {
  const condition = parseCondition(
    "$a.status == 'failed' || !($b.output.x > $input.y) && $a.status != 'skipped' || $c.error || 1",
  );
  if (!condition.ok) throw new Error(condition.error.message);

  expect(conditionReferences(condition.value)).toEqual([
    { source: "step", stepId: "a", field: "status", path: [] },
    { source: "step", stepId: "b", field: "output", path: ["x"] },
    { source: "input", path: ["y"] },
    { source: "step", stepId: "a", field: "status", path: [] },
    { source: "step", stepId: "c", field: "error", path: [] },
  ]);
  expect(statusReads(condition.value)).toEqual(["a", "c"]);
});

test("renaming leaves quoted text, other steps and what cannot be read alone", () => {
  const renamed: [string, string][] = [
    [
      "$a.status == '$a.status' || ${a.output.n} > $a-1.output",
      "$b2.status == '$a.status' || ${b2.output.n} > $a-1.output",
    ],
    ["  $a.output.a[0]['a']  ==$input.a", "  $b2.output.a[0]['a']  ==$input.a"],
    ["'😀' == $a.output", "'😀' == $b2.output"],
    ["$a.status = 'x", "$a.status = 'x"],
  ];
  for (const [text, expected] of renamed) expect(renameInCondition(text, "a", "b2")).toBe(expected);
  expect(renameInCondition("$a.output", "a", "$&")).toBe("$$&.output");
});

test("no text makes reading throw, a refusal names a place of the text, and renaming there and back changes nothing", () => {
  fc.assert(
    fc.property(anyConditionText, (text) => {
      const condition = parseCondition(text);
      if (!condition.ok) {
        const { message, at, column } = condition.error;
        expect(message).toMatch(/\.$/);
        expect(column).toBe([...text.slice(0, at)].length + 1);
        expect(column).toBeLessThanOrEqual([...text].length + 1);
      }
      expect(renameInCondition(renameInCondition(text, "count", "zz-9"), "zz-9", "count")).toBe(text);
      expect(renameInCondition(text, "zz", "yy")).toBe(text);
    }),
    cases(1_000),
  );
});
