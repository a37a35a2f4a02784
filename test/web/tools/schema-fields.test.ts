import { expect, test } from "vitest";
import type { JsonSchema } from "#server/core/json.ts";
import { schemaFields } from "#web/tools/schema-fields.ts";

const types = (schema: JsonSchema) => schemaFields(schema).map(({ path, type }) => [path, type]);
const object = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
});

test("each parameter is a row with its type in words and whether it is needed", () => {
  const fields = schemaFields(
    object({ path: { type: "string", description: "The file" }, lines: { type: "integer" } }, ["path"]),
  );

  expect(fields).toMatchObject([
    { name: "path", type: "text", isRequired: true, description: "The file", depth: 0 },
    { name: "lines", type: "whole number", isRequired: false },
  ]);
});

test("lists, texts by name, several types and anything at all are told apart", () => {
  expect(
    types(
      object({
        names: { type: "array", items: { type: "string" } },
        headers: { type: "object", additionalProperties: { type: "string" } },
        limit: { type: ["integer", "null"] },
        value: { anyOf: [{ type: "null" }, { type: "string" }, { type: "number" }] },
        body: {},
        mode: { enum: ["a", "b"] },
      }),
    ),
  ).toEqual([
    ["names", "list of texts"],
    ["headers", "texts by name"],
    ["limit", "whole number or nothing"],
    ["value", "text or number or nothing"],
    ["body", "anything"],
    ["mode", "text"],
  ]);
});

test("what is in an object, or in each item of a list, follows it two levels down and deeper on demand", () => {
  const deep = object({ a: object({ b: object({ c: object({ d: { type: "string" } }) }) }) });
  const list = object({ files: { type: "array", items: object({ path: { type: "string" } }, ["path"]) } });

  expect(schemaFields(deep).map(({ path, depth }) => [path, depth])).toEqual([
    ["a", 0],
    ["a.b", 1],
    ["a.b.c", 2],
  ]);
  expect(schemaFields(deep).at(-1)).toMatchObject({ isFolded: true });
  expect(schemaFields(deep, new Set(["a.b.c"])).map(({ path, isFolded }) => [path, isFolded])).toEqual([
    ["a", false],
    ["a.b", false],
    ["a.b.c", false],
    ["a.b.c.d", false],
  ]);
  expect(schemaFields(list)).toMatchObject([
    { path: "files", type: "list of objects" },
    { path: "files.path", isRequired: true },
  ]);
});

test("references inside the document and allOf are followed, circles end, and foreign references are anything", () => {
  const schema: JsonSchema = {
    ...object({
      node: { $ref: "#/$defs/node" },
      both: { allOf: [{ $ref: "#/$defs/named" }, object({ age: { type: "number" } }, ["age"])] },
      other: { $ref: "https://elsewhere.example/schema.json" },
      loop: { $ref: "#/$defs/loop" },
    }),
    $defs: {
      node: object({ next: { $ref: "#/$defs/node" } }),
      named: object({ name: { type: "string" } }, ["name"]),
      loop: { $ref: "#/$defs/loop" },
    },
  };

  expect(types(schema)).toEqual([
    ["node", "object"],
    ["node.next", "object"],
    ["node.next.next", "object"],
    ["both", "object"],
    ["both.name", "text"],
    ["both.age", "number"],
    ["other", "anything"],
    ["loop", "anything"],
  ]);
});

test("values, bounds and what holds when it is left out are said, and bounds that mean nothing are not", () => {
  const facts = (schema: JsonSchema) => schemaFields(object({ field: schema }))[0]?.facts;

  expect(facts({ enum: ["utf8", "base64"] })).toEqual(["One of utf8, base64"]);
  expect(facts({ type: "integer", minimum: 1, maximum: 100, default: 20 })).toEqual([
    "At least 1",
    "At most 100",
    "Default: 20",
  ]);
  expect(facts({ type: "integer", maximum: 2 ** 60 })).toEqual([]);
  expect(facts({ enum: Array.from({ length: 40 }, (_, index) => index) })?.[0]).toMatch(/, 11 and 28 more$/);
  expect(facts({ const: "v1" })).toEqual(["Always v1"]);
});

test("each form that a value may have is told, with what all of them share and what is only its own", () => {
  const kinds = (schema: JsonSchema) =>
    schemaFields(object({ shape: schema })).map(({ path, name, isForm }) => [path, name, isForm]);
  const circle = object({ kind: { const: "circle" }, radius: { type: "number" } });
  const square = object({ side: { type: "number" } });

  const both = [
    ["shape", "shape", false],
    ["shape.(1)", "kind: circle", true],
    ["shape.(1).kind", "kind", false],
    ["shape.(1).radius", "radius", false],
    ["shape.(2)", "Form 2", true],
    ["shape.(2).side", "side", false],
  ];
  const opened = new Set(["shape.(1)", "shape.(2)"]);
  const all = (schema: JsonSchema) =>
    schemaFields(object({ shape: schema }), opened).map(({ path, name, isForm }) => [path, name, isForm]);
  expect(all({ oneOf: [circle, square] })).toEqual(both);
  expect(all({ type: "array", items: { anyOf: [circle, square] } })).toEqual(both);
  expect(kinds({ ...object({ a: {} }), anyOf: [{ required: ["a"] }, { required: ["b"] }] })).toEqual([
    ["shape", "shape", false],
    ["shape.a", "a", false],
  ]);
  expect(schemaFields({ oneOf: [circle, { ...square, title: "Square" }] }).map(({ name }) => name)).toEqual([
    "kind: circle",
    "kind",
    "radius",
    "Square",
    "side",
  ]);
});

test("what holds of the items of a list is said of each", () => {
  const facts = (schema: JsonSchema) => schemaFields(object({ field: schema }))[0]?.facts;

  expect(facts({ type: "array", minItems: 2, items: { enum: ["a", "b"] } })).toEqual([
    "At least 2 items",
    "Each: one of a, b",
  ]);
  expect(facts({ type: "array", items: { type: "integer", minimum: 3 } })).toEqual(["Each: at least 3"]);
  expect(facts({ type: "array", items: { type: "string", format: "email" } })).toEqual([
    "Each: an e-mail address",
  ]);
  expect(facts({ type: "string", format: "ipv4" })).toEqual(["Format: ipv4"]);
});

test("a schema that is no object, or of a hostile shape, has no rows and breaks nothing", () => {
  expect(schemaFields({})).toEqual([]);
  expect(schemaFields({ type: "string" })).toEqual([]);
  expect(types({ type: "object", properties: { a: null, b: [], c: "text" } })).toEqual([
    ["a", "anything"],
    ["b", "anything"],
    ["c", "anything"],
  ]);
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, {}]));
  expect(schemaFields(object(many))).toHaveLength(200);
});
