import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "#server/core/json.ts";
import { cases } from "#test/property.ts";
import { shuffledKeys } from "./shuffled.ts";

const TEXTS: [value: unknown, text: string][] = [
  [{ b: [1, { d: 2, c: 3 }], a: "x" }, '{"a":"x","b":[1,{"c":3,"d":2}]}'],
  [{ a: "x", b: [1, { c: 3, d: 2 }] }, '{"a":"x","b":[1,{"c":3,"d":2}]}'],
  [{ a: undefined, b: [undefined], c: {}, d: [] }, '{"b":[null],"c":{},"d":[]}'],
  [{ b: 1, "10": 2, "9": 3 }, '{"10":2,"9":3,"b":1}'],
  [JSON.parse('{"b":1,"__proto__":{"y":2,"x":3},"a":4}'), '{"__proto__":{"x":3,"y":2},"a":4,"b":1}'],
  [[-0, 1e21, Number.NaN], "[0,1e+21,null]"],
  [["\ud800", "\ufffd", 'a"b'], '["\\ud800","\ufffd","a\\"b"]'],
  [undefined, "null"],
];

test.each(TEXTS)("%j has one canonical text, with its keys in order", (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test("equal values have the same canonical text, whatever the order of their keys", () => {
  const anyPair = fc
    .jsonValue({ maxDepth: 4 })
    .chain((value) => shuffledKeys(value).map((shuffled) => ({ value, shuffled })));

  fc.assert(
    fc.property(anyPair, ({ value, shuffled }) => {
      expect(canonicalJson(shuffled)).toBe(canonicalJson(value));
    }),
    cases(200),
  );
});

test("the canonical text of any JSON value reads back as that value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    cases(200),
  );
});

test("lists and objects nested a hundred thousand deep need no deep stack", () => {
  const depth = 100_000;
  let list: unknown[] = [];
  let object: object = {};
  for (let level = 1; level < depth; level += 1) [list, object] = [[list], { a: object }];

  expect(canonicalJson(list)).toBe("[".repeat(depth) + "]".repeat(depth));
  expect(canonicalJson(object)).toBe(`${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`);
});
