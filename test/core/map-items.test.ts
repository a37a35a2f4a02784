import { expect, test } from "vitest";
import { type Json, isObject } from "#server/core/json.ts";
import { mapItems } from "#server/core/map-items.ts";

const louder = (item: Json) => (typeof item === "string" ? item.toUpperCase() : item);

test("items that change make a new list or object, and nothing changed gives the very same one", () => {
  const list = ["A", 1, null];
  const fields = { a: "A", b: false };

  expect(mapItems(list, louder)).toBe(list);
  expect(mapItems(fields, louder)).toBe(fields);
  expect(mapItems(["a", "B"], louder)).toEqual(["A", "B"]);
  expect(mapItems({ a: "x", b: 1 }, (item, key) => (key === "b" ? 2 : item))).toEqual({ a: "x", b: 2 });
});

test("a field called __proto__ is one like any other", () => {
  const made = mapItems(JSON.parse('{ "__proto__": "x", "a": {} }'), louder);

  expect(isObject(made) && Object.entries(made)).toEqual([
    ["__proto__", "X"],
    ["a", {}],
  ]);
});
