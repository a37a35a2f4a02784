import { expect, test } from "vitest";
import { validatorOf } from "#server/core/check/schema-validator.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import type { JsonSchema } from "#server/core/json.ts";
import { makePlan } from "#test/make.ts";
import { workspace } from "./make-broken.ts";

function faultsOf(outputSchema: JsonSchema): string[] {
  return validatePlan(makePlan({ a: [] }, { a: { outputSchema } }), workspace).map(
    ({ code, path, message }) => {
      const [, problem] = /no JSON Schema: (.*)\. Mend it, or drop the field\.$/.exec(message) ?? [];
      return `${code} ${path}: ${problem}`;
    },
  );
}

test("a schema with which no output could be checked is refused, naming the place", () => {
  const refused: [schema: JsonSchema, fault: string][] = [
    [
      { properties: 5 },
      "outputSchema/properties: outputSchema/properties must be object, not a value of type number",
    ],
    [
      { required: "a" },
      "outputSchema/required: outputSchema/required must be array, not a value of type string",
    ],
    [{ enum: [] }, "outputSchema/enum: outputSchema/enum must NOT have fewer than 1 item"],
    [
      { $defs: {}, properties: { a: { minimum: null } } },
      "outputSchema/properties/a/minimum: outputSchema/properties/a/minimum must be number, not null",
    ],
    [
      { nullable: true },
      'outputSchema: outputSchema cannot be used: "nullable" cannot be used without "type"',
    ],
    [{ $async: true, type: "string" }, "outputSchema: outputSchema cannot be used: $async is not supported"],
    [
      { $ref: "https://example.com/schema" },
      "outputSchema: outputSchema cannot be used: can't resolve reference https://example.com/schema from id #",
    ],
  ];
  for (const [schema, fault] of refused) {
    expect(faultsOf(schema)).toEqual([`output_schema ${fault}`]);
    expect(validatorOf(schema)).toBeNull();
  }
  expect(faultsOf({ properties: { a: { pattern: "(" } } })).toEqual([
    expect.stringMatching(/^output_schema outputSchema: outputSchema cannot be used: .+/),
  ]);
  expect(faultsOf({ patternProperties: { "(": { type: "string" } } })).toHaveLength(1);
});

test("every other schema is taken, also by the checks that come after others", () => {
  const schemas: JsonSchema[] = [
    {},
    { type: ["object", "null"], properties: { id: { type: "string" }, any: true }, required: ["id"] },
    { type: "object", properties: { next: { $ref: "#" } }, patternProperties: { "^x": { type: "string" } } },
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      prefixItems: [{ type: "string" }],
      items: false,
    },
    { $schema: "http://json-schema.org/draft-04/schema#", type: "string", pattern: "^a+$", "x-own": 5 },
    { $defs: { a: { type: "string" } }, $ref: "#/$defs/a" },
  ];
  for (const schema of [...schemas, ...schemas]) expect(faultsOf(schema)).toEqual([]);
});
