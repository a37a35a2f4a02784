import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { resolveTemplate } from "#server/core/resolve-template.ts";
import type { Scope } from "#server/core/scope.ts";
import { cases } from "#test/property.ts";
import { anyText } from "./arbitrary-plan.ts";
import { deepList } from "./deep-list.ts";

const scope: Scope = {
  input: {
    name: "Ada",
    list: [1, 2],
    none: [],
    empty: {},
    yes: true,
    many: Object.fromEntries("abcdefghi".split("").map((key) => [key, 1])),
  },
  steps: {
    "fetch-orders": {
      status: "completed",
      output: { total: 3, items: [{ title: "A", tags: ["x"] }], "odd key": true, none: null },
    },
    skipped: { status: "skipped", output: null },
    failed: { status: "failed", output: null, error: "It answered 422." },
  },
};

function resolved(template: Json, within: Scope = scope): Json {
  const result = resolveTemplate(template, within);
  return result.ok ? result.value : `refused: ${result.error.message}`;
}

test("a whole string gives the value itself, type kept", () => {
  const values: [Json, Json][] = [
    ["$fetch-orders.output.total", 3],
    ["$fetch-orders.output.items[0].tags", ["x"]],
    ["$fetch-orders.output['odd key']", true],
    ['$fetch-orders.output["odd key"]', true],
    ["$fetch-orders.output.none", null],
    ["$fetch-orders.status", "completed"],
    ["$failed.error", "It answered 422."],
    ["$fetch-orders.error", ""],
    ["$input", scope.input],
    [{ deep: ["$input.list[1]", 7] }, { deep: [2, 7] }],
  ];
  for (const [template, value] of values) expect(resolved(template)).toEqual(value);
});

test("inside text a braced reference gives its text, objects as JSON", () => {
  const values: [string, string][] = [
    ["${fetch-orders.output.total} orders for ${input.name}", "3 orders for Ada"],
    ["${fetch-orders.output.items}!", '[{"tags":["x"],"title":"A"}]!'],
    ["${fetch-orders.output.total}", "3"],
    ["${fetch-orders.output.none}${fetch-orders.status}", "nullcompleted"],
    ["Failed: ${failed.error}${skipped.error}${fetch-orders.error}", "Failed: It answered 422."],
  ];
  for (const [template, value] of values) expect(resolved(template)).toBe(value);
});

test("text that is no reference stays as it is", () => {
  for (const text of [
    "$5.00",
    "$HOME",
    "$",
    "${",
    "${}",
    "${HOME}",
    "a $fetch-orders.output.total",
    "$inputs",
    "$fetch-orders.outputs",
    "${fetch-orders.output",
    "$fetch-orders.status.x",
    "$__proto__.output",
    "",
  ]) {
    expect(resolved(text)).toBe(text);
  }
});

test("what was put in is not read as a reference again", () => {
  const trap: Scope = {
    input: null,
    steps: {
      a: { status: "completed", output: "$b.output ${b.output}" },
      b: { status: "completed", output: "secret" },
    },
  };

  expect(resolved(["$a.output", "x ${a.output}"], trap)).toEqual([
    "$b.output ${b.output}",
    "x $b.output ${b.output}",
  ]);
});

test("a settled step without output gives null as a whole, and refuses to be read deeper", () => {
  expect(resolved("$skipped.output")).toBeNull();
  expect(resolved("$failed.status")).toBe("failed");
  expect(resolved("$skipped.output.x")).toBe(
    'refused: $skipped.output.x cannot be read: step "skipped" was skipped, so it has no output.',
  );
  expect(resolved("$failed.output.x")).toBe(
    'refused: $failed.output.x cannot be read: step "failed" failed, so it has no output.',
  );
});

test("a missing place is refused with the reference, its place in the template and what was there", () => {
  const long = "k".repeat(100);
  const refused: [Json, string][] = [
    ["$gone.output", '$gone.output cannot be read: step "gone" has no result here.'],
    ["$constructor.output", '$constructor.output cannot be read: step "constructor" has no result here.'],
    [
      ["", { "a/b": "Dear ${input.surname}" }],
      '$input.surname at /1/a~1b cannot be read: $input is an object with "name", "list", "none", "empty", "yes", "many", without .surname.',
    ],
    [
      "$fetch-orders.output.items[3].title",
      "$fetch-orders.output.items[3].title cannot be read: $fetch-orders.output.items is a list of 1, without [3].",
    ],
    [
      "$fetch-orders.output.total.x",
      "$fetch-orders.output.total.x cannot be read: $fetch-orders.output.total is the number 3, without .x.",
    ],
    [
      "$fetch-orders.output.none.x",
      "$fetch-orders.output.none.x cannot be read: $fetch-orders.output.none is null, without .x.",
    ],
    ["$input.name.x", "$input.name.x cannot be read: $input.name is text, without .x."],
    ["$input.yes.x", "$input.yes.x cannot be read: $input.yes is the boolean true, without .x."],
    ["$input.none[0]", "$input.none[0] cannot be read: $input.none is an empty list, without [0]."],
    [
      "$input.empty['a b']",
      '$input.empty["a b"] cannot be read: $input.empty is an empty object, without ["a b"].',
    ],
    [
      "$input.many.x",
      '$input.many.x cannot be read: $input.many is an object with "a", "b", "c", "d", "e", "f", "g", "h", and 1 more, without .x.',
    ],
    [
      `$input.name.${long}`,
      `$input.name.${long.slice(0, 67)}… cannot be read: $input.name is text, without .${long.slice(0, 78)}….`,
    ],
  ];
  for (const [template, message] of refused) expect(resolved(template)).toBe(`refused: ${message}`);
});

test("of several references that cannot be read the first is named", () => {
  expect(resolved({ z: "$input.one ${input.two} ${input.three}", a: "$input.four" })).toContain(
    "$input.two at /z",
  );
});

test("an object is described by the beginning of long names", () => {
  const within: Scope = { input: { ["k".repeat(100)]: 1 }, steps: {} };

  expect(resolved("$input.x", within)).toBe(
    `refused: $input.x cannot be read: $input is an object with "${"k".repeat(79)}…", without .x.`,
  );
});

test("only a value's own content can be reached", () => {
  for (const path of [
    "constructor",
    "__proto__",
    "toString",
    "length",
    "items.length",
    "items[0].constructor",
  ])
    expect(resolved(`$fetch-orders.output.${path}`)).toContain("refused: ");
});

test("a value too large or nested too deep is refused inside a text, and given as a whole", () => {
  const large = Array<Json>(1_000_000).fill(0);

  expect(resolved("$input", { input: large, steps: {} })).toBe(large);
  expect(resolved({ a: "All: ${input}" }, { input: large, steps: {} })).toBe(
    "refused: $input at /a cannot be put into a text: more than 500000 values would have to be read. Refer to a part of it, or to it alone.",
  );
  const deep = deepList(50_000);
  expect(resolveTemplate("$input", { input: deep, steps: {} })).toMatchObject({ ok: true });
  expect(resolved("All: ${input}", { input: deep, steps: {} })).toBe(
    "refused: $input cannot be put into a text: it is nested deeper than 500 levels. Refer to a part of it, or to it alone.",
  );
});

test("a long text may be put into a text, but not any number of times", () => {
  const within: Scope = { input: "x".repeat(8 * 1024 * 1024), steps: {} };

  expect(resolved("${input}.", within)).toHaveLength(8 * 1024 * 1024 + 1);
  expect(resolved("${input}".repeat(6), within)).toContain("more than 500000 values would have to be read");
});

test("no template throws, and a refusal is a sentence", () => {
  const part = fc.oneof(
    anyText,
    fc.constantFrom("$", "${", "}", "a.output", "input", ".x", "[0]", '["', "']"),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const result = resolveTemplate(parts.join(""), {
        input: "i",
        steps: { a: { status: "completed", output: { x: [1] } } },
      });
      expect(result.ok || result.error.message.endsWith(".")).toBe(true);
    }),
    cases(500),
  );
});
