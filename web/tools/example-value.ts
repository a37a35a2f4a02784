import { isObject, type Json, type JsonObject, type JsonSchema } from "#server/core/json.ts";
import { kindOf, propertiesOf, requiredNames, schemaAt, textIn, variantsOf } from "./schema-node.ts";

const DEEPEST = 4;
const ENDLESS = 24;
const MOST_VALUES = 400;
const MOST_ITEMS = 20;
const LONGEST_TEXT = 1_000;
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

/** How much of an example is made: lists end at a depth, what is required goes on while there is room. */
type Room = { values: number };

/** A value that fits the schema well enough to show what is meant. */
export function exampleValue(value: Json | undefined, root: JsonSchema): Json {
  return exampleAt(value, root, 0, { values: MOST_VALUES });
}

function exampleAt(value: Json | undefined, root: JsonSchema, depth: number, room: Room): Json {
  room.values -= 1;
  const whole = schemaAt(value, root);
  const given = givenExample(whole);
  if (given !== undefined) return given;
  const variants = variantsOf(whole, root);
  // Deep down, one that ends at once.
  const schema = (depth < DEEPEST ? undefined : variants.find(isPlain)) ?? variants[0] ?? {};
  return givenExample(schema) ?? madeExample(schema, root, depth, room);
}

function madeExample(schema: JsonObject, root: JsonSchema, depth: number, room: Room): Json {
  switch (kindOf(schema)) {
    case "text":
      return exampleText(schema);
    case "number":
      return exampleNumber(schema);
    case "boolean":
      return true;
    case "list":
      return exampleList(schema, root, depth, room);
    case "object":
      return room.values > 0 && depth < ENDLESS ? exampleObject(schema, root, depth, room) : {};
    case "nothing":
      return null;
    case "any":
      return exampleInWords(textIn(schema, "description")) ?? "text";
  }
}

function isPlain(schema: JsonObject): boolean {
  const kind = kindOf(schema);
  return kind !== "object" && kind !== "list";
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

function exampleText(schema: JsonObject): string {
  const text = exampleInWords(textIn(schema, "description")) ?? FORMATS[textIn(schema, "format")] ?? "text";
  const { minLength, maxLength } = schema;
  const long = typeof minLength === "number" ? text.padEnd(Math.min(minLength, LONGEST_TEXT), "x") : text;
  return typeof maxLength === "number" ? long.slice(0, Math.max(0, maxLength)) : long;
}

function exampleNumber(schema: JsonObject): number {
  const { minimum, exclusiveMinimum, maximum } = schema;
  if (typeof minimum === "number" && minimum > 1) return minimum;
  if (typeof exclusiveMinimum === "number" && exclusiveMinimum >= 1) return exclusiveMinimum + 1;
  return typeof maximum === "number" && maximum < 1 ? maximum : 1;
}

function exampleList(schema: JsonObject, root: JsonSchema, depth: number, room: Room): Json[] {
  const { items, minItems } = schema;
  const needed = typeof minItems === "number" ? minItems : 0;
  const count = Math.min(MOST_ITEMS, Math.max(needed, depth < DEEPEST ? 1 : 0));
  if (count === 0 || room.values <= 0) return [];
  return Array.from({ length: count }, () => exampleAt(items, root, depth + 1, room));
}

function exampleObject(schema: JsonObject, root: JsonSchema, depth: number, room: Room): JsonObject {
  const required = requiredNames(schema);
  const values = schema["additionalProperties"];
  if (depth === 0 && isObject(values) && propertiesOf(schema).length === 0) {
    return { name: exampleAt(values, root, depth + 1, room) };
  }
  return Object.fromEntries(
    propertiesOf(schema)
      .filter(([name]) => required.has(name))
      .map(([name, value]) => [name, exampleAt(value, root, depth + 1, room)]),
  );
}
