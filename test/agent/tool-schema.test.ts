import { expect, test } from "vitest";
import { z } from "zod";
import { toolSchema } from "#server/agent/tool-schema.ts";
import * as schemas from "#server/core/edit-schema.ts";

type Schema = { [key: string]: unknown };

const ALLOWED = [
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "anyOf",
  "enum",
  "$ref",
];

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function target(schema: Schema, root: Schema): Schema {
  const { $ref } = schema;
  const definitions = root["$defs"];
  const found =
    typeof $ref === "string" && isSchema(definitions) ? definitions[$ref.replace("#/$defs/", "")] : schema;
  return isSchema(found) ? found : {};
}

function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** What a provider's strict mode would refuse in a schema. */
function strictProblems(schema: Schema, root: Schema, at = "#", depth = 1): string[] {
  if (typeof schema["$ref"] === "string") {
    const company = Object.keys(schema).length > 1 ? [`${at}: a reference has company`] : [];
    return [...company, ...strictProblems(target(schema, root), root, at, depth)];
  }
  const problems = Object.keys(schema)
    .filter((key) => !ALLOWED.includes(key) && at !== "#")
    .map((key) => `${at}: ${key}`);
  const forms = listOf(schema["anyOf"]);
  const firsts = forms.flatMap((form) => {
    const [first] = Object.entries(target(form, root)["properties"] ?? {});
    if (!first || !isSchema(first[1])) return [];
    const values = first[1]["enum"];
    return (Array.isArray(values) ? values : ["*"]).map((value) => `${first[0]}=${value}`);
  });
  if (new Set(firsts).size < firsts.length) problems.push(`${at}: two forms begin alike`);
  if (forms.length > 0 && at === "#") problems.push("#: anyOf at the root");
  problems.push(...forms.flatMap((form, index) => strictProblems(form, root, `${at}|${index}`, depth)));
  if (isSchema(schema["items"])) problems.push(...strictProblems(schema["items"], root, `${at}[]`, depth));
  if (schema["type"] === "array" && !isSchema(schema["items"])) problems.push(`${at}: items`);
  if (schema["type"] !== "object") return problems;

  const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
  if (depth > 5) problems.push(`${at}: nested deeper than 5`);
  if (schema["additionalProperties"] !== false) problems.push(`${at}: additionalProperties`);
  if (String(Object.keys(properties)) !== String(schema["required"] ?? [])) problems.push(`${at}: required`);
  return [
    ...problems,
    ...Object.entries(properties).flatMap(([key, value]) =>
      isSchema(value) ? strictProblems(value, root, `${at}.${key}`, depth + 1) : [],
    ),
  ];
}

const inputs = Object.entries(schemas).filter(([name]) => name.endsWith("InputSchema"));

test("every tool's input stays inside what strict modes of model providers allow", async () => {
  expect(inputs).toHaveLength(12);
  for (const [name, schema] of inputs) {
    const root = (await toolSchema(schema).jsonSchema) as Schema;
    expect([name, strictProblems(root, root)]).toEqual([name, []]);
    expect(JSON.stringify(root)).not.toMatch(
      /"(oneOf|const|default|pattern|format|minimum|maximum|minLength|maxLength|minItems|maxItems)":/,
    );
  }
});

test("the lint finds what strict modes refuse", () => {
  const schema = z.object({
    a: z.string().min(1).optional(),
    b: z.union([z.strictObject({ x: z.int() }), z.strictObject({ x: z.string() })]),
  });
  const root = z.toJSONSchema(schema, { target: "draft-7" }) as Schema;

  expect(strictProblems(root, root)).toEqual(
    expect.arrayContaining([
      "#: required",
      "#.a: minLength",
      "#.b|0.x: minimum",
      "#.b: two forms begin alike",
    ]),
  );
});

test("definitions that are alike are sent once, and what a model is shown is short", async () => {
  const root = JSON.stringify(await toolSchema(schemas.editPlanInputSchema).jsonSchema);

  expect(root.match(/"StepChange":|"Change":/g)).toHaveLength(1);
  expect(root.length).toBeLessThan(8_500);
});

test("input is read by the schema itself, with its own words for a mistake", async () => {
  const { validate } = toolSchema(schemas.savePlanInputSchema);

  expect(await validate?.({ revision: 3 })).toEqual({ success: true, value: { revision: 3 } });
  expect(await validate?.({ revision: 1.5 })).toMatchObject({
    success: false,
    error: expect.any(z.ZodError),
  });
});
