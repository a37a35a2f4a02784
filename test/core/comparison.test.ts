import { expect, test } from "vitest";
import { compare, readPath } from "#server/core/comparison.ts";
import { parsePath, writePath } from "#server/core/path.ts";

test("a path leads through objects and lists, to own content only", () => {
  const value = { a: { b: ["x", { "odd key": 1 }] }, größe: 2, "c.d": 3 };

  expect(readPath(value, "a.b[0]")).toBe("x");
  expect(readPath(value, "a.b.1['odd key']")).toBe(1);
  expect(readPath(value, "größe")).toBe(2);
  expect(readPath(value, '["c.d"]')).toBe(3);
  expect(readPath(value, "")).toBe(value);
  for (const path of ["a.c", "a.b[7]", "a.b.length", "constructor", "__proto__", "a..b", "a[", "a b"]) {
    expect([path, readPath(value, path)]).toEqual([path, undefined]);
  }
});

test("a path reads back as it is written", () => {
  for (const path of [["a", 0, "b-c"], ["odd key", 'qu"ote', "back\\slash", "]"], []])
    expect(parsePath(writePath(path))).toEqual(path);
});

test("each operator compares numbers as numbers and everything else as text", () => {
  expect(compare(5, "==", "5")).toBe(true);
  expect(compare(5, "!=", 6)).toBe(true);
  expect(compare(10, ">", 9)).toBe(true);
  expect(compare("10", ">", 9)).toBe(true);
  expect(compare("10", "<", "9")).toBe(true);
  expect(compare(9, ">=", 9)).toBe(true);
  expect(compare(9, "<=", 8)).toBe(false);
  expect(compare(true, "==", "true")).toBe(true);
  expect(compare({ b: 1, a: 2 }, "==", '{"a":2,"b":1}')).toBe(true);
  expect(compare(undefined, "==", null)).toBe(true);
  expect(compare(undefined, "<", 5)).toBe(false);
});

test("contains looks into text, lists and keys", () => {
  expect(compare("shipped today", "contains", "shipped")).toBe(true);
  expect(compare([1, "2"], "contains", 2)).toBe(true);
  expect(compare([1], "contains", 3)).toBe(false);
  expect(compare({ a: 1 }, "contains", "a")).toBe(true);
  expect(compare({ a: 1 }, "contains", "toString")).toBe(false);
  expect(compare(null, "contains", "null")).toBe(false);
  expect(compare(120, "contains", 2)).toBe(true);
});

test("exists asks for presence, or for absence when compared with false", () => {
  expect(compare(0, "exists", null)).toBe(true);
  expect(compare(undefined, "exists", true)).toBe(false);
  expect(compare(null, "exists", false)).toBe(true);
  expect(compare("x", "exists", false)).toBe(false);
});
