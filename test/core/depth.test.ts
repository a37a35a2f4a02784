import { expect, test } from "vitest";
import { isTooDeep } from "#server/core/depth.ts";
import type { Json } from "#server/core/json.ts";
import { deepList } from "./deep-list.ts";

test("five hundred levels of lists and objects are not too deep, one more is, however much stands beside them", () => {
  const values: [Json, boolean][] = [
    [null, false],
    ["text", false],
    [deepList(501), false],
    [deepList(502), true],
    [[1, { a: [null, "x"] }, deepList(499)], false],
    [{ a: 1, b: { c: deepList(500) } }, true],
    [deepList(50_000), true],
  ];
  for (const [value, expected] of values) expect(isTooDeep(value)).toBe(expected);
});
