import { expect, test } from "vitest";
import type { JsonSchema } from "#server/core/json.ts";
import { exampleTexts, readTry, type TryTexts, tryFields } from "#web/tools/try-draft.ts";

const object = (properties: JsonSchema, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const read = (schema: JsonSchema, texts: TryTexts) => readTry(tryFields(schema), texts);

test("each type has its control, and what may be of several takes JSON or a text", () => {
  const fields = tryFields(
    object({
      text: { type: "string" },
      count: { type: "integer" },
      isOn: { type: "boolean" },
      mode: { enum: ["a", 2] },
      list: { type: "array", items: { type: "string" } },
      body: {},
      id: { anyOf: [{ type: "string" }, { type: "number" }] },
      note: { type: ["string", "null"] },
    }),
  );

  expect(fields.map(({ control }) => control)).toEqual([
    "text",
    "number",
    "boolean",
    "choice",
    "json",
    "any",
    "any",
    "text",
  ]);
});

test("what is filled in becomes the input, and what is left empty is left out", () => {
  const schema = object({
    path: { type: "string" },
    lines: { type: "integer" },
    isOn: { type: "boolean" },
    tags: { type: "array" },
    body: {},
  });

  expect(
    read(schema, { ".path": "7", ".lines": " 5 ", ".isOn": "false", ".tags": '["a"]', ".body": "hello" }),
  ).toEqual({ ok: true, value: { path: "7", lines: 5, isOn: false, tags: ["a"], body: "hello" } });
  expect(read(schema, { ".body": '{"a":1}', ".path": "" })).toEqual({ ok: true, value: { body: { a: 1 } } });
});

test("the name of a secret passes as it is written", () => {
  const schema = object({ token: { type: "string" } });

  expect(read(schema, { ".token": "Bearer {{secret.SHOP}}" })).toEqual({
    ok: true,
    value: { token: "Bearer {{secret.SHOP}}" },
  });
});

test("what cannot be read is said at its field, all at once", () => {
  const schema = object({ path: { type: "string" }, lines: { type: "integer" }, tags: { type: "array" } }, [
    "path",
  ]);

  expect(read(schema, { ".lines": "2.5", ".tags": "[1," })).toMatchObject({
    ok: false,
    error: {
      ".path": "The tool needs this.",
      ".lines": '"2.5" is no whole number, such as 5.',
      ".tags": expect.stringMatching(/^This is no JSON: /),
    },
  });
  expect(read(object({ n: { type: "number" } }), { ".n": "many" })).toMatchObject({ ok: false });
});

test("an example fills in what is needed, from the schema's own examples and words where it has them", () => {
  const schema = object(
    {
      path: { type: "string", description: 'The file, e.g. "orders.csv". Relative paths start there.' },
      url: { type: "string", description: "A URL such as https://example.com/orders." },
      to: { type: "array", items: { type: "string", format: "email" } },
      count: { type: "integer", minimum: 3 },
      unit: { enum: ["metric", "imperial"] },
      given: { type: "string", examples: ["from the schema"] },
      left: { type: "string" },
    },
    ["path", "url", "to", "count", "unit", "given"],
  );
  const fields = tryFields(schema);

  expect(readTry(fields, exampleTexts(fields))).toEqual({
    ok: true,
    value: {
      path: "orders.csv",
      url: "https://example.com/orders",
      to: ["person@example.com"],
      count: 3,
      unit: "metric",
      given: "from the schema",
    },
  });
});

test("an example of nested objects holds what they need, and a schema that names itself ends", () => {
  const schema: JsonSchema = {
    ...object({ node: { $ref: "#/$defs/node" } }, ["node"]),
    $defs: { node: object({ name: { type: "string" }, next: { $ref: "#/$defs/node" } }, ["name", "next"]) },
  };
  const [field] = tryFields(schema);

  expect(JSON.parse(field?.example ?? "")).toMatchObject({ name: "text", next: { name: "text" } });
});

test("the example that a tool gives of its input is filled in as it is, and nothing else", () => {
  const schema = object({ url: { type: "string" }, body: {}, note: { type: "string" } }, ["url", "note"]);
  const example = { url: "https://example.com", body: { text: "Done" } };
  const ofTool = tryFields(schema, example);
  const ofSchema = tryFields({ ...schema, examples: [example] });

  for (const fields of [ofTool, ofSchema]) {
    expect(exampleTexts(fields)).toEqual({ ".url": "https://example.com", ".body": '{"text":"Done"}' });
  }
});

test("an example holds what is required however deep it lies, and ends where a schema never does", () => {
  const deep = Array.from({ length: 9 }).reduce<JsonSchema>(
    (inner) => object({ next: inner }, ["next"]),
    object({ count: { type: "integer", minimum: 7 }, code: { type: "string", minLength: 6 } }, [
      "count",
      "code",
    ]),
  );
  const tree: JsonSchema = {
    ...object({ left: { $ref: "#" }, right: { $ref: "#" } }, ["left", "right"]),
  };
  const orText: JsonSchema = {
    ...object({ next: { anyOf: [{ $ref: "#" }, { type: "string" }] } }, ["next"]),
  };

  expect(tryFields(deep)[0]?.example).toMatch(/"count": 7,\s+"code": "textxx"/);
  expect(tryFields(tree)[0]?.example.length).toBeLessThan(100_000);
  expect(tryFields(orText)[0]?.example).toMatch(/"next": ?"text"/);
});

test("an object of texts by name shows how a secret is named in it", () => {
  const texts: JsonSchema = { type: "object", additionalProperties: { type: "string" } };
  const [headers] = tryFields(object({ headers: texts }));

  expect(headers).toMatchObject({ isInExample: false });
  expect(JSON.parse(headers?.example ?? "")).toEqual({ authorization: "Bearer {{secret.NAME}}" });
});

test("an input without described parameters is one field of JSON, and a tool that takes none has no field", () => {
  const free: JsonSchema = { type: "object", additionalProperties: true };

  expect(tryFields(free)).toMatchObject([{ name: null, control: "json" }]);
  expect(read(free, { "": '{"a":1}' })).toEqual({ ok: true, value: { a: 1 } });
  expect(read(free, {})).toEqual({ ok: true, value: {} });
  expect(read(object({}), {})).toEqual({ ok: true, value: {} });
  expect(tryFields(object({}))).toEqual([]);
  expect(tryFields({ type: "object", properties: {} })).toEqual([]);
});
