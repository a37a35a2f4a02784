import fc from "fast-check";
import { expect, test } from "vitest";
import { errorPosition } from "#server/http/read-json.ts";

test.each([
  ['{"a": 1,}', 8],
  ["[1,]", 3],
  ["{a: 1}", 1],
  ['{"a": tru}', 9],
  ["1 2", 2],
  ["nope", 1],
  ['{"a": "line\nbreak"}', 11],
])("the first character that cannot stand is found in %j", (text, position) => {
  expect(errorPosition(text)).toBe(position);
});

test("JSON that stops too early is wrong at its end, wherever it stops", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, cut) => {
      const start = json.slice(0, cut % (json.length + 1));
      expect(errorPosition(start)).toBe(start.length);
    }),
  );
});
