import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "#server/core/json.ts";

test("equal values have the same canonical text, whatever the order of their keys", () => {
  expect(canonicalJson({ b: [1, { d: 2, c: 3 }], a: "x" })).toBe('{"a":"x","b":[1,{"c":3,"d":2}]}');
  expect(canonicalJson({ a: "x", b: [1, { c: 3, d: 2 }] })).toBe('{"a":"x","b":[1,{"c":3,"d":2}]}');
});

test("the canonical text of any JSON value reads back as that value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
