import { expect, test } from "vitest";
import type { Json, JsonSchema } from "#server/core/json.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { makePlan } from "#test/make.ts";
import { makeTool } from "../checked-plan.ts";

/** Where the input of the second step is at fault, and why. */
function faults(inputSchema: JsonSchema, input: Json): string[] {
  const plan = makePlan({ a: [], b: ["a"] }, { b: { kind: "tool", tool: "get", input } });
  const tools = [makeTool("get", { readOnlyHint: true }, { inputSchema, takesSecrets: true })];
  return validatePlan(plan, { tools, agents: [], hasModel: true }).map(
    ({ path, message }) =>
      `${path}: ${message.replace('Step 2 "b" gives the tool "get" ', "").replace("a wrong input: ", "")}`,
  );
}

const text = { type: "string" };

test("a parameter that is not listed is refused only where the schema's own list is all there is", () => {
  const listed = { type: "object", properties: { url: text } };
  const UNKNOWN = 'input/zzzzz: the parameter "zzzzz", which it does not have.';
  const more: [string, Json][] = [
    ["patternProperties", { "^x": text }],
    ["allOf", [{ type: "object" }]],
    ["anyOf", [{ type: "object" }]],
    ["oneOf", [{ type: "object" }]],
    ["$ref", "#/$defs/more"],
    ["if", { type: "object" }],
  ];

  expect(faults(listed, { zzzzz: 1 })).toEqual([UNKNOWN]);
  expect(faults({ ...listed, additionalProperties: false }, { zzzzz: 1 })).toEqual([UNKNOWN]);
  expect(faults({ ...listed, additionalProperties: text }, { zzzzz: "x" })).toEqual([]);
  for (const [word, value] of more) {
    const schema = { ...listed, [word]: value, $defs: { more: { type: "object" } } };
    expect([word, faults(schema, { zzzzz: 1 })]).toEqual([word, []]);
  }
});

test("a closed object of several unknown parameters names each of them once", () => {
  const closed = {
    type: "object",
    properties: { url: text, more: { type: "object", properties: { n: {} }, additionalProperties: false } },
    additionalProperties: false,
  };

  expect(faults(closed, { zzzzz: 1, yyyyy: 2, more: { zzzzz: 1 } })).toEqual([
    'input/zzzzz: the parameter "zzzzz", which it does not have.',
    'input/yyyyy: the parameter "yyyyy", which it does not have.',
    'input/more: input/more has the unknown field "zzzzz".',
  ]);
});

test("a form of several that a reference may still fit is no fault", () => {
  const choices = (...forms: Json[]) => ({ type: "object", properties: { p: { anyOf: forms } } });
  const pair = {
    type: "object",
    properties: { n: { type: "number" }, m: { type: "number" } },
    required: ["n"],
  };

  expect(faults(choices(pair, text), { p: { m: 1 } })).toEqual([]);
  expect(faults(choices(pair, text), { p: { n: "$a.output", m: 1 } })).toEqual([]);
  expect(faults(choices(pair, text), { p: { n: "$a.output", m: "x" } })).toEqual([
    "input/p: input/p must match a schema in anyOf.",
  ]);
  expect(faults(choices(...Array.from({ length: 11 }, () => ({ type: "number" }))), { p: "x" })).toEqual([
    "input/p: input/p must match a schema in anyOf.",
  ]);
  expect(
    faults(
      { type: "object", properties: { p: { oneOf: [{ type: "number" }, { type: "integer" }] } } },
      { p: 5 },
    ),
  ).toEqual(["input/p: input/p must match exactly one schema in oneOf."]);
});

test("what depends on a value that only a reference gives is not judged", () => {
  const list = { type: "array" };
  const schemas: [Json, Json, number][] = [
    [{ enum: [["a"], ["b"]] }, ["c"], 1],
    [{ enum: [["a"], ["b"]] }, ["$a.output"], 0],
    [{ const: { k: 1 } }, { k: 2 }, 1],
    [{ const: { k: 1 } }, { k: "$a.output" }, 0],
    [{ ...list, uniqueItems: true }, ["x", "x"], 1],
    [{ ...list, uniqueItems: true }, ["$a.output", "$a.output"], 0],
    [{ ...list, contains: { const: 1 } }, [2], 1],
    [{ ...list, contains: { const: 1 } }, ["$a.output"], 0],
    [{ ...list, not: { maxItems: 1 } }, ["x"], 1],
    [{ ...list, not: { maxItems: 1 } }, ["$a.output"], 0],
    [{ ...list, maxItems: 1 }, ["$a.output", "$a.output"], 1],
    [
      { type: "object", minProperties: 2, dependencies: { x: ["y"] }, dependentRequired: { x: ["y"] } },
      { x: 1 },
      0,
    ],
  ];
  for (const [schema, p, count] of schemas) {
    const found = faults({ type: "object", properties: { p: schema, pp: {} } }, { p, pp: "$a.output" });
    expect([schema, p, found.length]).toEqual([schema, p, count]);
  }
});

test("what was given is named by its type, and one of a thing is said as one", () => {
  const p = (schema: Json) => ({ type: "object", properties: { p: schema } });

  expect(faults(p(text), { p: null })).toEqual(["input/p: input/p must be string, not null."]);
  expect(faults(p(text), { p: [] })).toEqual(["input/p: input/p must be string, not a list."]);
  expect(faults(p(text), { p: {} })).toEqual([
    "input/p: input/p must be string, not a value of type object.",
  ]);
  expect(faults(p({ type: "object", maxProperties: 1 }), { p: { a: 1, b: 2 } })).toEqual([
    "input/p: input/p must NOT have more than 1 property.",
  ]);
  expect(faults(p({ type: "string", maxLength: 12 }), { p: "x".repeat(13) })).toEqual([
    "input/p: input/p must NOT have more than 12 characters.",
  ]);
  expect(faults(p(text), [])).toEqual(["input: input must be object, not a list."]);
});

test("a text that names a secret is judged when its value is there: only what can never fit is refused", () => {
  const url = { type: "string", pattern: "^https?://", minLength: 30, enum: ["https://a.example"] };
  const fields = (schema: JsonSchema): JsonSchema => ({ type: "object", properties: { url: schema } });
  const named = { url: "{{secret.HOOK}}" };

  expect(faults(fields(url), named)).toEqual([]);
  expect(faults(fields({ anyOf: [url, { type: "integer" }] }), named)).toEqual([]);
  expect(faults(fields({ type: "array", items: url }), { url: ["{{secret.HOOK}}/x"] })).toEqual([]);
  expect(faults(fields({ type: "integer" }), named)).toEqual([
    "input/url: input/url must be integer, not a value of type string.",
  ]);
  expect(
    faults(fields({ type: "string", pattern: "^https?://" }), { url: "{{ secrets.HOOK }}" }),
  ).toHaveLength(2);
});
