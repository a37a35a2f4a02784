import { expect, test } from "vitest";
import { type ComparisonOperator, compare, readPath } from "#server/core/comparison.ts";
import type { Json } from "#server/core/json.ts";
import { MAX_WORK, newWork } from "#server/core/work.ts";
import { deepList } from "./deep-list.ts";

type Row = [actual: Json | undefined, op: ComparisonOperator, expected: Json, holds: boolean];

function expectRows(rows: readonly Row[]): void {
  for (const [actual, op, expected, holds] of rows)
    expect([actual, op, expected, compare(actual, op, expected)]).toEqual([
      actual,
      op,
      expected,
      { ok: true, value: holds },
    ]);
}

test("a path leads through objects and lists, spaces around it do not matter, and a malformed one leads nowhere", () => {
  const value = { a: { b: ["x", { "odd key": 1 }] }, größe: 2, "c.d": 3 };

  expect(readPath(value, " a.b[0] ")).toBe("x");
  expect(readPath(value, "a.b.1['odd key']")).toBe(1);
  expect(readPath(value, "größe")).toBe(2);
  expect(readPath(value, '["c.d"]')).toBe(3);
  expect(readPath(value, "")).toBe(value);
  for (const path of ["a.c", "a.b[7]", "a.b.length", "constructor", "__proto__", "a..b", "a[", "a b"])
    expect([path, readPath(value, path)]).toEqual([path, undefined]);
});

test("a number and what reads as one compare as numbers", () => {
  expectRows([
    [5, "==", "5", true],
    [5, "==", " 5.0 ", true],
    ["+5", "==", 5, true],
    ["-.5e1", "==", -5, true],
    ["5.", "==", 5, true],
    [5, "!=", 6, true],
    [5, "!=", 5, false],
    [10, ">", 9, true],
    ["10", ">", 9, true],
    [9, ">", 9, false],
    [9, ">=", 9, true],
    [8, ">=", 9, false],
    [9, "<=", 8, false],
    [9, "<=", 9, true],
    [8, "<", 9, true],
    [9, "<", 9, false],
    [1e300, "<", "1e999", true],
  ]);
});

test("everything else compares as text, objects whatever the order of their keys", () => {
  expectRows([
    ["10", "<", "9", true],
    ["5", "==", "5.0", false],
    [5, "==", "", false],
    [5, "==", "5 a", false],
    [5, "==", "a5", false],
    [5, "<", "a", true],
    ["b", ">", "a", true],
    ["a", ">", "b", false],
    ["a", ">=", "a", true],
    [true, "==", "true", true],
    [true, ">", false, true],
    [{ b: 1, a: 2 }, "==", '{"a":2,"b":1}', true],
    [[1], "!=", [1], false],
  ]);
});

test("null, and a missing value, equal nothing else and stand before and after nothing", () => {
  expectRows([
    [undefined, "==", null, true],
    [null, "!=", null, false],
    [null, "==", "null", false],
    ["null", "==", null, false],
    [undefined, "<", 5, false],
    [undefined, ">=", null, false],
    [5, ">", null, false],
    ["z", ">", null, false],
    [null, "<", "z", false],
  ]);
});

test("contains looks into text, lists and keys", () => {
  expectRows([
    ["shipped today", "contains", "shipped", true],
    ["shipped today", "contains", "lost", false],
    [[1, "2"], "contains", 2, true],
    [[1], "contains", 3, false],
    [[null], "contains", null, true],
    [{ a: 1 }, "contains", "a", true],
    [{ a: 1 }, "contains", "toString", false],
    [{ "1": 1 }, "contains", 1, true],
    [null, "contains", "null", false],
    [undefined, "contains", "", false],
    [120, "contains", 2, true],
  ]);
});

test("exists asks for presence, or for absence when compared with false", () => {
  expectRows([
    [0, "exists", null, true],
    [undefined, "exists", true, false],
    [null, "exists", false, true],
    ["x", "exists", false, false],
  ]);
});

test("a list and an object have no order", () => {
  const list = {
    message:
      "it compares a list of 1 with the number 2, and a list has no order. Compare one of its items, or let a step count them.",
  };
  const object = {
    message:
      'it compares null with an object with "a", and an object has no order. Compare one of its fields.',
  };

  for (const op of ["<", "<=", ">", ">="] as const) {
    expect(compare([1], op, 2)).toEqual({ ok: false, error: list });
    expect(compare(undefined, op, { a: 1 })).toEqual({ ok: false, error: object });
  }
});

test("a comparison reads so much of values and no more", () => {
  const rows: [actual: Json, op: ComparisonOperator, expected: Json, cost: number][] = [
    ["a", "==", "b", 2],
    ["x".repeat(99), "==", "b", 2],
    ["x".repeat(100), "==", "b", 3],
    ["b", "<", "x".repeat(250), 4],
    [5, "==", 6, 0],
    [5, "==", "six", 2],
    [[1, [2, "x"], { k: null }], "==", "", 9],
    [{ ["k".repeat(100)]: "x".repeat(100) }, "!=", "", 6],
    [["a", "b", 1], "contains", 2, 7],
    [[1, 1, 1], "contains", 2, 3],
    [[1, 2, 1], "contains", 2, 2],
    [{ a: 1, b: 2 }, "contains", "c", 1],
    ["x".repeat(300), "contains", "c", 5],
    [[1], "exists", true, 0],
  ];
  const problem = "more than 500000 values would have to be read";
  for (const [actual, op, expected, cost] of rows) {
    const work = newWork();
    expect(compare(actual, op, expected, work).ok).toBe(true);
    expect([actual, op, MAX_WORK - work.left]).toEqual([actual, op, cost]);
    expect(compare(actual, op, expected, { left: cost, problem: null }).ok).toBe(true);
    if (cost === 0) continue;
    expect(compare(actual, op, expected, { left: cost - 1, problem: null })).toEqual({
      ok: false,
      error: { message: `${problem}.` },
    });
  }
});

test("a list of a million items is not read to its end", () => {
  const tooMuch = { ok: false, error: { message: "more than 500000 values would have to be read." } };
  const list = Array<Json>(1_000_000).fill(1);

  expect(compare(list, "contains", 1)).toEqual({ ok: true, value: true });
  expect(compare(list, "contains", 2)).toEqual(tooMuch);
  expect(compare(list, "==", "1")).toEqual(tooMuch);
});

test("a value nested too deep is not compared", () => {
  const tooDeep = { ok: false, error: { message: "it is nested deeper than 500 levels." } };

  expect(compare(deepList(500), "==", "x")).toEqual({ ok: true, value: false });
  expect(compare(deepList(501), "==", "x")).toEqual(tooDeep);
  expect(compare("x", "!=", deepList(50_000))).toEqual(tooDeep);
  expect(compare([deepList(50_000)], "contains", 1)).toEqual(tooDeep);
});
