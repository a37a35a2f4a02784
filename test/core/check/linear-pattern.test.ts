import fc from "fast-check";
import { expect, test } from "vitest";
import { linearPattern } from "#server/core/check/linear-pattern.ts";
import { validatorOf } from "#server/core/check/schema-validator.ts";
import { cases } from "#test/property.ts";

test("a pattern on which a backtracking search never ends is answered at once", () => {
  const text = `${"a".repeat(50_000)}!`;

  for (const pattern of ["^(a+)+$", "^(a|a)*$", "(.*a){20}$", "^(a|aa)+$"]) {
    expect(linearPattern(pattern).test(text)).toBe(false);
  }
  const validate = validatorOf({ type: "string", pattern: "^(a+)+$" });
  expect([validate?.(text), validate?.("aaa")]).toEqual([false, true]);
});

test("patterns mean what they mean in JavaScript", () => {
  const patterns = [
    "^[a-z]+-\\d{2,4}$",
    "\\p{L}+",
    "^\\u0041",
    "(?<year>\\d{4})",
    "^\\S+@\\S+\\.\\w+$",
    "^$",
    "a|^b",
  ];
  const words = fc.string({ unit: fc.constantFrom(..."Aab-1204é@. ") });
  fc.assert(
    fc.property(fc.constantFrom(...patterns), words, (pattern, text) => {
      expect([pattern, linearPattern(pattern).test(text)]).toEqual([
        pattern,
        new RegExp(pattern, "u").test(text),
      ]);
    }),
    cases(500),
  );
});

test("a pattern that cannot be tested in linear time makes its schema unusable", () => {
  for (const pattern of ["(?=a)", "(a)\\1", "("]) {
    expect(() => linearPattern(pattern)).toThrow();
    expect(validatorOf({ type: "string", pattern })).toBeNull();
  }
});

test("each of several patterns in one schema is tested for itself", () => {
  const validate = validatorOf({
    type: "object",
    properties: { letter: { pattern: "^[a-z]$" }, digit: { pattern: "^[0-9]$" }, any: { pattern: "" } },
    patternProperties: { "^x-": { pattern: "^[A-Z]$" } },
  });

  expect(validate?.({ letter: "a", digit: "1", any: "?", "x-1": "A" })).toBe(true);
  expect(validate?.({ letter: "1" })).toBe(false);
  expect(validate?.({ digit: "a" })).toBe(false);
  expect(validate?.({ "x-1": "a" })).toBe(false);
});
