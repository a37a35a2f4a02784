import { expect, test } from "vitest";
import { listOf } from "#server/core/list-of.ts";

test("names stand with commas, and a word before the last one", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((items) => listOf(items))).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
  expect(listOf(["a", "b", "c"], "or")).toBe("a, b or c");
});
