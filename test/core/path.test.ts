import fc from "fast-check";
import { expect, test } from "vitest";
import { childOf, parsePath, valueAt, writePath } from "#server/core/path.ts";
import { cases } from "#test/property.ts";
import { anyText } from "./arbitrary-plan.ts";

test("a path is names, places and quoted keys; anything else is none", () => {
  const paths: [string, (string | number)[] | null][] = [
    ["", []],
    ["a", ["a"]],
    [".a", ["a"]],
    ["[0]", [0]],
    ["a.b-c_d[12].größe", ["a", "b-c_d", 12, "größe"]],
    ["a.1", ["a", "1"]],
    [`["odd key"]['it"s'].x`, ["odd key", 'it"s', "x"]],
    [String.raw`["q\"b\\"]`, ['q"b\\']],
    ["a b", null],
    ["a.", null],
    ["a..b", null],
    ["a[", null],
    ["a[x]", null],
    ["a[-1]", null],
    ["$a", null],
    [" a", null],
  ];
  for (const [text, path] of paths) expect([text, parsePath(text)]).toEqual([text, path]);
});

test("a path is written with dots where it may and with quotes where it must", () => {
  expect(writePath(["a", 0, "1", "größe", "odd key", 'q"\\', ""])).toBe(
    String.raw`.a[0].1.größe["odd key"]["q\"\\"][""]`,
  );
});

test("one step down leads to own content only", () => {
  const object = { a: 1, "1": "one" };
  const list = ["x", "y"];
  const steps: [ReturnType<typeof childOf>, unknown][] = [
    [childOf(object, "a"), 1],
    [childOf(object, 1), "one"],
    [childOf(object, "b"), undefined],
    [childOf(object, "toString"), undefined],
    [childOf(list, 1), "y"],
    [childOf(list, "1"), "y"],
    [childOf(list, "01"), "y"],
    [childOf(list, 2), undefined],
    [childOf(list, "x1"), undefined],
    [childOf(list, "1x"), undefined],
    [childOf(list, "length"), undefined],
    [childOf("text", 0), undefined],
    [childOf("text", "length"), undefined],
    [childOf(null, "a"), undefined],
  ];
  for (const [found, expected] of steps) expect(found).toBe(expected);
});

test("a path ends where something on the way is missing", () => {
  expect(valueAt({ a: { b: [null] } }, ["a", "b", 0])).toBeNull();
  expect(valueAt({ a: {} }, ["a", "b", "c"])).toBeUndefined();
  expect(valueAt(5, [])).toBe(5);
});

test("a path reads back as it is written", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(anyText, fc.nat(99)), { maxLength: 5 }), (path) => {
      expect(parsePath(writePath(path))).toEqual(path);
    }),
    cases(200),
  );
});
