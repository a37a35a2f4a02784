import { expect, test } from "vitest";
import { placeAt } from "#server/core/check/schema-place.ts";
import type { JsonObject, JsonSchema } from "#server/core/json.ts";

/** Objects in objects, where every field may have one of the forms that `choices` makes of the next level. */
function nested(levels: number, choices: (next: string) => JsonObject[]): JsonSchema {
  const $defs: JsonObject = { level0: { type: "number" } };
  for (let level = 1; level <= levels; level += 1) {
    const x = { anyOf: choices(`#/$defs/level${level - 1}`) };
    $defs[`level${level}`] = { type: "object", properties: { x } };
  }
  return { $ref: `#/$defs/level${levels}`, $defs };
}

test("a choice of the same form at every level is followed to the end of a long path", () => {
  const schema = nested(40, (next) => [{ $ref: next }, { $ref: next }]);
  const path = Array.from({ length: 40 }, () => "x");

  const place = placeAt(schema, path);

  expect(place).toMatchObject({
    type: "forms",
    forms: expect.arrayContaining([{ type: "number" }].map((form) => expect.objectContaining(form))),
  });
});

test("of a place that could be of more than a hundred different forms nothing is said", () => {
  const choices = Array.from({ length: 101 }, (_, index) => ({
    type: "object",
    properties: { x: { type: "object", title: `Form ${index}` } },
  }));

  expect(placeAt({ anyOf: choices }, ["x"])).toBeNull();
  expect(placeAt({ anyOf: choices.slice(1) }, ["x"])).toMatchObject({ type: "forms" });
});
