import { expect, test } from "vitest";
import { countAlternatives } from "#server/core/glob-alternatives.ts";

test.each([
  ["**/*.md", 1],
  ["a,b", 1],
  ["*.{md,txt}", 2],
  ["{a,b}{c,d,e}", 6],
  ["{a,{b,c}{d,e}}", 5],
  ["{a,}", 2],
  ["{1..3}", 3],
  ["{3..-1}", 5],
  ["{1..1000000}", 1_000_000],
  ["{0..10..5}", 3],
  ["{0..10..0}", 11],
  ["{a..e}x{1..2}", 10],
  ["{a,b}".repeat(20), 2 ** 20],
])("%s stands for %d patterns", (pattern, count) => {
  expect(countAlternatives(pattern)).toEqual({ ok: true, value: count });
});

test.each([
  ["{a", '"{" without'],
  ["a}", '"}" without'],
  ["{a},b}", "one alternative"],
  ["{}", "one alternative"],
  ["{1..}", "one alternative"],
  ["{a,{b,c}", '"{" without'],
])("%s is refused", (pattern, problem) => {
  expect(countAlternatives(pattern)).toEqual({ ok: false, error: expect.stringContaining(problem) });
});

test("thousands of nested braces are counted or refused", () => {
  const deep = `${"{a,".repeat(300)}b${"}".repeat(300)}`;

  expect(countAlternatives(deep)).toEqual({ ok: true, value: 301 });
});
