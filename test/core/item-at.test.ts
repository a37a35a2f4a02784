import { expect, test } from "vitest";
import { itemAt } from "#server/core/item-at.ts";

test("a place outside of a list is refused, naming the place and the length", () => {
  expect(itemAt(["a", "b"], 1)).toBe("b");
  expect(() => itemAt(["a", "b"], 2)).toThrow("There is no item 2 in a list of 2.");
});
