import { expect, test } from "vitest";
import type { Json, JsonSchema } from "#server/core/json.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    url: { type: "string", pattern: "^https://" },
    count: { type: "integer", minimum: 1 },
    method: { enum: ["GET", "POST"] },
    headers: {
      type: "object",
      properties: { accept: { type: "string" } },
      additionalProperties: false,
      required: ["accept"],
    },
    body: {
      anyOf: [
        { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
        { type: "string", minLength: 2 },
      ],
    },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true },
  },
  required: ["url"],
};

function faults(input: Json, inputSchema: JsonSchema = SCHEMA, hasModel = true): string[] {
  const plan = makePlan({ a: [], b: ["a"] }, { b: { kind: "tool", tool: "get", input } });
  const tool = {
    name: "get",
    description: "",
    inputSchema,
    annotations: { readOnlyHint: true },
    policy: "allowed" as const,
  };
  return validatePlan(plan, { tools: [tool], agents: [], hasModel }).flatMap((issue) =>
    issue.stepNumber === 2 ? [issue.message.replace('Step 2 "b" ', "")] : [],
  );
}

test("a fitting input, and one that leaves parameters to the model, have no issue", () => {
  expect(
    faults({ url: "https://example.com", count: 2, method: "GET", body: { n: 1 }, tags: ["a"] }),
  ).toEqual([]);
  expect(faults({})).toEqual([]);
  expect(faults({ headers: {}, body: {} })).toEqual([]);
});

test("what is fixed has to fit, at every depth", () => {
  expect(faults({ url: 5 })).toEqual([
    'gives the tool "get" a wrong input: input/url must be string, not a value of type number.',
  ]);
  expect(faults({ method: "PUT" })).toEqual([
    'gives the tool "get" a wrong input: input/method must be one of ["GET","POST"].',
  ]);
  expect(faults({ count: 0 })).toEqual(['gives the tool "get" a wrong input: input/count must be >= 1.']);
  expect(faults({ headers: { accept: null } })[0]).toContain("input/headers/accept must be string, not null");
  expect(faults({ headers: { cookie: "x" } })).toEqual([
    'gives the tool "get" a wrong input: input/headers has the unknown field "cookie".',
  ]);
  expect(faults({ body: "x" })).toEqual([
    'gives the tool "get" a wrong input: input/body must match a schema in anyOf.',
  ]);
  expect(faults({ tags: ["a", "a"] })[0]).toContain("input/tags must NOT have duplicate items");
  expect(faults("text")).toEqual([
    'gives the tool "get" a wrong input: input must be object, not a value of type string.',
  ]);
});

test("one missing character, item or property is counted as one", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { text: { type: "string", minLength: 1 }, list: { type: "array", minItems: 1 } },
  };

  expect(faults({ text: "" }, schema)[0]).toMatch(/fewer than 1 character\.$/);
  expect(faults({ list: [] }, schema)[0]).toMatch(/fewer than 1 item\.$/);
});

test("parameters that the tool does not have are refused, with the nearest one that it has", () => {
  expect(faults({ ulr: "https://example.com" })).toEqual([
    'gives the tool "get" the parameter "ulr", which it does not have. Did you mean "url"?',
  ]);
  expect(faults({ toString: 1 })).toHaveLength(1);
  expect(faults({ x: 1 }, { ...SCHEMA, additionalProperties: false })).toHaveLength(1);
  expect(faults({ x: 1 }, { ...SCHEMA, additionalProperties: true })).toEqual([]);
  expect(faults({ x: 1 }, { type: "object" })).toEqual([]);
});

test("a whole reference fits any type, a braced one is text", () => {
  expect(
    faults({
      url: "$a.output",
      count: "$a.output.n",
      method: "$a.output.m",
      headers: "$a.output",
      body: { n: "$a.output" },
      tags: ["$a.output", "$a.output"],
    }),
  ).toEqual([]);
  expect(faults({ url: "${a.output}/x", method: "${a.output}" })).toEqual([]);
  expect(faults({ count: "${a.output.n}" })).toEqual([
    'gives the tool "get" a wrong input: input/count must be integer, not a value of type string.',
  ]);
});

test("a schema that cannot be used refuses nothing, and newer drafts are read as such", () => {
  expect(faults({ x: 1 }, { type: "object", $ref: "https://example.com/gone.json" })).toEqual([]);
  expect(
    faults(
      { x: [1, "a"] },
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { x: { prefixItems: [{ type: "string" }] } },
      },
    )[0],
  ).toContain("input/x/0 must be string");
  expect(
    faults(
      { x: 5 },
      { type: "object", properties: { x: { $ref: "#/$defs/text" } }, $defs: { text: { type: "string" } } },
    )[0],
  ).toContain("input/x must be string");
});

test("without a model a required parameter that is left out is warned of", () => {
  expect(faults({ method: "GET" }, SCHEMA, false)).toEqual([
    'leaves "url" of "get" to a language model and none is set, so it would fail. Set MODEL, or give the input.',
  ]);
});
