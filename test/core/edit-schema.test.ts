import { expect, test } from "vitest";
import { z } from "zod";
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
  const definitions = root["definitions"];
  const found =
    typeof $ref === "string" && isSchema(definitions)
      ? definitions[$ref.replace("#/definitions/", "")]
      : schema;
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

test("every tool's input stays inside what strict modes of model providers allow", () => {
  expect(inputs).toHaveLength(9);
  for (const [name, schema] of inputs) {
    const root = z.toJSONSchema(schema, { target: "draft-7" }) as Schema;
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

test("the description of every edit and tool input is there for the model to read", () => {
  const root = z.toJSONSchema(schemas.editPlanInputSchema, { target: "draft-7" }) as Schema;
  const edits = listOf(
    isSchema(root["properties"]) &&
      isSchema(root["properties"]["edits"]) &&
      isSchema(root["properties"]["edits"]["items"])
      ? root["properties"]["edits"]["items"]["anyOf"]
      : [],
  );

  expect(edits).toHaveLength(13);
  expect(edits.filter((edit) => typeof edit["description"] !== "string")).toEqual([]);
});

test("an edit with a fractional number, a missing or an unknown field is refused", () => {
  const edit = { op: "remove_step", step: 2, rewire: "bridge" };

  expect(schemas.planEditSchema.safeParse(edit).success).toBe(true);
  expect(schemas.planEditSchema.safeParse({ ...edit, step: 2.5 }).success).toBe(false);
  expect(schemas.planEditSchema.safeParse({ op: "remove_step", step: 2 }).success).toBe(false);
  expect(schemas.planEditSchema.safeParse({ ...edit, approved: true }).success).toBe(false);
});
