import type { Json, JsonObject, JsonSchema } from "#server/core/json.ts";
import { kindOf, propertiesOf, requiredNames, schemaAt, textIn, variantsOf } from "./schema-node.ts";

const DEEPEST = 4;
const FORMATS: Readonly<Record<string, string>> = {
  uri: "https://example.com",
  url: "https://example.com",
  email: "person@example.com",
  date: "2026-01-31",
  "date-time": "2026-01-31T09:00:00Z",
  time: "09:00:00Z",
};
const IN_WORDS =
  /(?:\be\.g\.|\bsuch as|\bfor example|\blike)[:,]?\s+(?:"([^"]{1,200})"|'([^']{1,200})'|`([^`]{1,200})`|(https?:\/\/[^\s,)]{1,200}))/i;

/** A value that fits the schema well enough to show what is meant. */
export function exampleValue(value: Json | undefined, root: JsonSchema, depth = 0): Json {
  const [schema = {}] = variantsOf(schemaAt(value, root), root);
  const given = givenExample(schema);
  if (given !== undefined) return given;
  switch (kindOf(schema)) {
    case "text":
      return exampleInWords(textIn(schema, "description")) ?? FORMATS[textIn(schema, "format")] ?? "text";
    case "number":
      return exampleNumber(schema);
    case "boolean":
      return true;
    case "list":
      return depth < DEEPEST ? [exampleValue(schema["items"], root, depth + 1)] : [];
    case "object":
      return depth < DEEPEST ? exampleObject(schema, root, depth) : {};
    case "nothing":
      return null;
    case "any":
      return exampleInWords(textIn(schema, "description")) ?? "text";
  }
}

/** What the schema itself gives as an example, a default or its one value; undefined when it gives none. */
export function givenExample(schema: JsonObject): Json | undefined {
  const { examples, example, default: standard, enum: values } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (example !== undefined) return example;
  if (standard !== undefined && standard !== null) return standard;
  if (Object.hasOwn(schema, "const")) return schema["const"];
  return Array.isArray(values) ? values[0] : undefined;
}

/** `orders.csv` of `The file, e.g. "orders.csv".` */
export function exampleInWords(description: string): string | undefined {
  const found = IN_WORDS.exec(description);
  return found
    ?.slice(1)
    .find((text) => text !== undefined)
    ?.replace(/[.;]$/, "");
}

function exampleNumber(schema: JsonObject): number {
  const { minimum, exclusiveMinimum, maximum } = schema;
  if (typeof minimum === "number" && minimum > 1) return minimum;
  if (typeof exclusiveMinimum === "number" && exclusiveMinimum >= 1) return exclusiveMinimum + 1;
  return typeof maximum === "number" && maximum < 1 ? maximum : 1;
}

function exampleObject(schema: JsonObject, root: JsonSchema, depth: number): JsonObject {
  const required = requiredNames(schema);
  return Object.fromEntries(
    propertiesOf(schema)
      .filter(([name]) => required.has(name))
      .map(([name, value]) => [name, exampleValue(value, root, depth + 1)]),
  );
}
